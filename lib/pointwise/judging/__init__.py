"""What a judge is asked, how its reply is read, and how several judges make one score. Pure."""
