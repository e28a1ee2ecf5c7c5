"""TODO-leaves"""
