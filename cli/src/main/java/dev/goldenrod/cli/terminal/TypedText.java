package dev.goldenrod.cli.terminal;

import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Arguments and secrets that were typed. Java decodes them with the character set of the locale; in
 * the locale C it replaces each byte of a character beyond ASCII by the same sign. Such a text is
 * refused, since different names or passwords would become equal.
 */
public final class TypedText {
  private static final char REPLACEMENT = '\ufffd';
  private static final String CHARSET = System.getProperty("sun.jnu.encoding", "UTF-8");

  private TypedText() {}

  /**
   * Runs the command if its arguments were decoded.
   *
   * @throws ParameterException when one was not; the message names it
   */
  public static int run(ParseResult parsed) {
    for (String argument : parsed.originalArgs()) {
      if (isReplaced(argument)) {
        throw new ParameterException(
            parsed.commandSpec().commandLine(), explain("'%s'".formatted(argument)));
      }
    }
    return new RunLast().execute(parsed);
  }

  /**
   * Returns the secret if it was decoded.
   *
   * @throws CliException when it was not
   */
  public static String requireSecret(String secret) {
    if (isReplaced(secret)) {
      throw new CliException(ExitCode.USAGE, explain("what was typed"));
    }
    return secret;
  }

  private static boolean isReplaced(String text) {
    return text.indexOf(REPLACEMENT) >= 0 && !CHARSET.equalsIgnoreCase("UTF-8");
  }

  private static String explain(String text) {
    return "%s has characters that this locale, with %s, lacks; type: export LC_ALL=C.UTF-8"
        .formatted(text, CHARSET);
  }
}
