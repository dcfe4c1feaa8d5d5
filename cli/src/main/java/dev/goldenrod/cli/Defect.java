package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reports an unexpected exception in one line; its stack trace is written to a file on request. */
final class Defect {
  private Defect() {}

  static CliException of(Exception failure, Terminal terminal) {
    String problem = "internal error of goldenrod: %s, at %s".formatted(failure, place(failure));
    return terminal.variable("GOLDENROD_DEBUG").isEmpty()
        ? new CliException(
            ExitCode.REFUSED, problem, "GOLDENROD_DEBUG=1 writes the stack trace to a file")
        : new CliException(ExitCode.REFUSED, problem, "cat " + file(failure));
  }

  private static String place(Exception failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return Stream.of(trace)
        .filter(frame -> frame.getClassName().startsWith("dev.goldenrod."))
        .findFirst()
        .or(() -> Stream.of(trace).findFirst())
        .map(Defect::shown)
        .orElse("an unknown location");
  }

  private static String shown(StackTraceElement frame) {
    return "%s.%s:%d".formatted(frame.getClassName(), frame.getMethodName(), frame.getLineNumber());
  }

  /** The file is private to the user, because exception messages may contain secrets. */
  private static String file(Exception failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    try {
      Path file = Files.createTempFile("goldenrod-defect-", ".txt");
      return Files.writeString(file, trace.toString()).toString();
    } catch (IOException e) {
      return "FILE, but the file cannot be created: " + e.getMessage();
    }
  }
}
