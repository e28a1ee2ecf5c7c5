"""TODO-interop"""
