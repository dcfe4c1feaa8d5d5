package dev.goldenrod.cli.terminal;

import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Checks that typed arguments and secrets were decoded. In the locale C, Java replaces each byte of
 * a non-ASCII character by the same character, which would make different names or passwords equal.
 */
public final class TypedText {
  private static final char REPLACEMENT = '\ufffd';
  private static final String CHARSET = System.getProperty("sun.jnu.encoding", "UTF-8");

  private TypedText() {}

  /**
   * @throws ParameterException if an argument was not decoded; the message names it
   */
  public static void requireDecoded(ParseResult parsed) {
    for (String argument : parsed.originalArgs()) {
      if (isReplaced(argument)) {
        throw new ParameterException(
            parsed.commandSpec().commandLine(), explain("'%s'".formatted(argument)));
      }
    }
  }

  /** Returns the secret; throws {@link CliException} if it was not decoded. */
  public static String requireSecret(String secret) {
    if (isReplaced(secret)) {
      throw new CliException(ExitCode.USAGE, explain("the typed text"));
    }
    return secret;
  }

  private static boolean isReplaced(String text) {
    return text.indexOf(REPLACEMENT) >= 0 && !CHARSET.equalsIgnoreCase("UTF-8");
  }

  private static String explain(String text) {
    return ("%s has characters that the encoding %s of this locale lacks; type: export"
            + " LC_ALL=C.UTF-8")
        .formatted(text, CHARSET);
  }
}
