"""The course in JupyterLab: ``python -m minigrad.lab``, which ``make lab`` runs.

Learners never work in the course's own files: `copies` keeps copies of the lessons and exercises
in ``work/``, which git does not see, and `server` opens JupyterLab there.
"""
