"""TODO-engine"""
