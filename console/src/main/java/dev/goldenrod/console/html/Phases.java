package dev.goldenrod.console.html;

import java.util.Locale;
import java.util.Set;

/** The style classes of states. */
public final class Phases {
  private static final Set<String> GOOD =
      Set.of("ready", "running", "succeeded", "online", "active", "accepted");
  private static final Set<String> BAD = Set.of("failed", "error", "offline");
  private static final Set<String> QUIET =
      Set.of("stopped", "terminating", "deleting", "cancelled", "disabled", "expired");

  private Phases() {}

  /**
   * Returns the style class of a state: {@code good}, {@code bad}, {@code rest} or {@code busy}.
   */
  public static String tone(String phase) {
    String name = phase.toLowerCase(Locale.ROOT);
    if (GOOD.contains(name)) {
      return "good";
    }
    if (BAD.contains(name)) {
      return "bad";
    }
    return QUIET.contains(name) ? "rest" : "busy";
  }
}
