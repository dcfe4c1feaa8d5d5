package dev.goldenrod.dataplane.k8s.work;

import dev.goldenrod.engine.OneLine;

/** Why a database cannot be brought to what it is to be. */
public final class Trouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST = 2000;

  private final boolean isFinal;

  private Trouble(String message, boolean isFinal) {
    super(shortened(OneLine.of(message)));
    this.isFinal = isFinal;
  }

  /** Parts of it come out of pods. */
  private static String shortened(String message) {
    return message.length() <= LONGEST ? message : message.substring(0, LONGEST) + " …";
  }

  /** It may come right by itself. */
  public static Trouble passing(String message) {
    return new Trouble(message, false);
  }

  /** Trying again would not help. */
  public static Trouble lasting(String message) {
    return new Trouble(message, true);
  }

  public boolean isFinal() {
    return isFinal;
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
