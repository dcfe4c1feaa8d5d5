package dev.goldenrod.cli;

import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints failures as text or JSON and maps them to exit codes. Never prints a stack trace. */
final class FailureReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {
  /** Commands that pass arguments on to another program. */
  private static final List<String> PASSING = List.of(" psql", " mysql", " mongosh", " run");

  private final Terminal terminal;

  FailureReporter(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleParseException(ParameterException refusal, String[] args) {
    String name = refusal.getCommandLine().getCommandSpec().qualifiedName();
    List<String> steps = new ArrayList<>();
    if (refusal instanceof UnmatchedArgumentException unmatched) {
      WordSuggestions.suggest(unmatched).forEach(word -> steps.add(name + " " + word));
    }
    if (PASSING.stream().anyMatch(name::endsWith)) {
      steps.add(name + " NAME -- …, with the program's own arguments after --");
    }
    steps.add(name + " --help");
    return print(
        isForMachines(List.of(args)),
        new CliException(ExitCode.USAGE, problem(refusal), steps.toArray(String[]::new)));
  }

  /**
   * Guesses the output format from the raw arguments, because they could not be parsed. Arguments
   * after {@code --} belong to another program.
   */
  private static boolean isForMachines(List<String> args) {
    int end = args.indexOf("--");
    String typed = String.join(" ", end < 0 ? args : args.subList(0, end));
    return (" " + typed + " ").matches("(?i).* (-o[ =]?json|--output[ =]json|--agent) .*");
  }

  private static String problem(ParameterException refusal) {
    return refusal instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? "unknown word '%s'".formatted(unmatched.getUnmatched().get(0))
        : refusal.getMessage().replaceFirst("^Error: ", "");
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    return print(CommandOptions.isForMachines(parsed), asCliException(failure, parsed));
  }

  private CliException asCliException(Exception failure, ParseResult parsed) {
    if (failure instanceof CliException known) {
      return known;
    }
    if (failure instanceof ApiException refusal) {
      return refused(refusal, parsed);
    }
    if (failure instanceof NoAnswerException && failure.getCause() instanceof SSLException) {
      return new CliException(
          ExitCode.NO_SERVER,
          failure
              .getMessage()
              .replaceFirst(
                  "(?s)PKIX path.*", "its certificate is not signed by a trusted authority"),
          "goldenrod login URL --ca FILE",
          "goldenrod login URL --fingerprint sha256:…, which the server prints with --tls-auto");
    }
    if (failure instanceof NoAnswerException) {
      return new CliException(ExitCode.NO_SERVER, failure.getMessage(), "goldenrod doctor");
    }
    return defect(failure);
  }

  private CliException refused(ApiException refusal, ParseResult parsed) {
    ExitCode code = ExitCode.ofStatus(refusal.status());
    return switch (refusal.status()) {
      case 401 -> CommandOptions.unknownToken(parsed, terminal);
      case 403 ->
          new CliException(
              code,
              "%s: '%s' requires another role, or the resource belongs to another member"
                  .formatted(refusal.error(), CommandOptions.typedWords(parsed)),
              "goldenrod whoami");
      case 404 ->
          refusal.error().equals("not found")
              ? new CliException(
                  code,
                  refusal.getMessage()
                      + " (it does not exist, or the server is too old to know it)",
                  "goldenrod status")
              : new CliException(code, refusal.error());
      case 503 ->
          refusal.error().equals("outcome unknown")
              ? new CliException(
                  ExitCode.NO_SERVER,
                  "the server does not know whether '%s' took effect; check before you repeat it"
                      .formatted(CommandOptions.typedWords(parsed)),
                  "goldenrod status")
              : new CliException(code, refusal.error() + facts(refusal));
      default -> new CliException(code, refusal.error() + facts(refusal));
    };
  }

  /** Returns the field problems, blocking children and incident id in an error response. */
  private static String facts(ApiException refusal) {
    Stream<String> details =
        refusal.details().stream()
            .filter(it -> !refusal.error().contains(it.problem()))
            .map(it -> it.field() + " " + it.problem());
    Stream<String> children =
        refusal.children().stream()
            .map(it -> (it.name() == null ? it.id() : it.name()) + " is " + it.phase());
    String facts =
        Stream.concat(details, children).map(String::strip).collect(Collectors.joining("; "));
    String incident = refusal.body().path("incident").asText();
    return (facts.isEmpty() ? "" : ": " + facts)
        + (incident.isEmpty() ? "" : " (incident %s in the server's log)".formatted(incident));
  }

  /** Describes an unexpected exception in one line; on request its stack trace is in a file. */
  CliException defect(Exception failure) {
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
        .map(FailureReporter::shown)
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

  private int print(boolean isForMachines, CliException failure) {
    PrintStream err = terminal.err();
    if (isForMachines) {
      Map<String, Object> error = new LinkedHashMap<>();
      error.put("error", failure.getMessage());
      error.put("code", failure.code().wireName());
      error.put("next_steps", failure.nextSteps());
      err.println(Texts.json(error));
    } else {
      err.println("goldenrod: " + Texts.oneLine(failure.getMessage()));
      failure.nextSteps().forEach(step -> err.println("  " + Texts.oneLine(step)));
    }
    err.flush();
    return failure.code().number();
  }
}
