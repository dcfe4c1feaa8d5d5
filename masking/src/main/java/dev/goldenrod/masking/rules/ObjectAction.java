package dev.goldenrod.masking.rules;

import java.util.Locale;

/** What happens to one kind of objects. */
public enum ObjectAction {
  /** The import fails if the source has such an object. */
  REFUSE,
  /** The golden does not have the objects. */
  DROP,
  /** Sequences go on above the largest masked value of the column that owns them. */
  RESTART,
  /** The objects are copied as they are. */
  KEEP;

  /** Returns the word in the rules file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
