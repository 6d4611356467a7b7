"""Story continuations: prompts for them, a rubric of six marks, and what the marks say of systems. Pure."""
