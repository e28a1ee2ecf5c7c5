"""The course's questions, with their answers, hints and diagnoses: what `check` and `Predict` ask.

* ``lessons/lesson_05.py`` has those of lesson 05, ``lessons/gallery.py`` that of the gallery;
* ``x8/momentum.py`` has the one whose grade id is ``x8-momentum``, so for every exercise of a set;
* what several exercises of a set share stands beside them under a plain name, ``x8/made.py``, and
  ``graphs.py`` has the graphs on which a learner's walk is tried.

`minigrad.testing.registry` finds them by name, and says how a question is declared.
"""
