"""Measurements, as ratios against a floor or a peer in the same run, and the stand-in they run against."""
