package dev.goldenrod.console.page;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.session.Visit;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The settings that a form was filled with, so that an old form does not undo what others changed
 * since.
 */
public final class Shown {
  private static final String SEPARATOR = "\n";

  private Shown() {}

  /** Returns a short text for the settings, which is another one for other settings. */
  public static String of(String... settings) {
    byte[] text = String.join(SEPARATOR, settings).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(text).toString();
  }

  /**
   * Refuses a form whose field {@code shown} is that of other settings than the present ones.
   *
   * @param subject begins the message, such as {@code the quotas}
   * @param present what {@link #of} returns for the present settings
   */
  public static void requirePresent(Visit visit, String subject, String present) {
    if (!visit.field("shown").equals(present)) {
      throw ControlPlaneException.conflictBecause(
          subject
              + " changed after the page with this form was opened; nothing was changed by the"
              + " form, so open its page again");
    }
  }
}
