package dev.goldenrod.cli.terminal;

import java.util.List;
import java.util.Optional;

/**
 * What was typed, as the Java machine read it: in the locale's characters. Those that the locale
 * lacks are all read as one and the same, so that such a text would be another one, and a password
 * one of many.
 */
public final class TypedText {
  private static final char UNREAD = '\ufffd';
  private static final String LOCALE = System.getProperty("sun.jnu.encoding", "UTF-8");

  private TypedText() {}

  /** Why one of the arguments is not as it was typed; empty when all are. */
  public static Optional<String> problem(List<String> arguments) {
    return arguments.stream().filter(TypedText::isUnread).findFirst().map(TypedText::explain);
  }

  /**
   * Makes sure that a secret is as it was typed.
   *
   * @throws CliException when it is not
   */
  public static String requireRead(String secret) {
    if (isUnread(secret)) {
      throw new CliException(ExitCode.USAGE, explain("what was typed"));
    }
    return secret;
  }

  private static boolean isUnread(String text) {
    return text.indexOf(UNREAD) >= 0 && !LOCALE.equalsIgnoreCase("UTF-8");
  }

  private static String explain(String text) {
    return "'%s' has characters that this locale, with %s, lacks; type: export LC_ALL=C.UTF-8"
        .formatted(text, LOCALE);
  }
}
