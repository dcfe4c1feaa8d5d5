package dev.goldenrod.server.cli;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.EnvironmentDefaults;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.Version;
import dev.goldenrod.server.demo.DemoCommand;
import java.io.PrintWriter;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: each word after {@code goldenrod} is one command. */
@Command(
    name = "goldenrod",
    description = "Golden databases that branch.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true)
public final class Main implements Runnable {
  /** The exit code of a command that could not start because of what it was given. */
  static final int BAD_USAGE = 2;

  @Spec private CommandSpec spec;

  Main() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    int code = commandLine(System.getenv()).execute(args);
    System.out.flush();
    System.exit(code);
  }

  /**
   * The command line with options whose defaults come from that environment.
   *
   * @param more commands of other modules
   */
  public static CommandLine commandLine(Map<String, String> environment, CommandLine... more) {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new ServeCommand(environment, System.out));
    line.addSubcommand(new AgentCommand(environment, System.out));
    line.addSubcommand(new DemoCommand(System.out));
    line.addSubcommand(new SecretCommand());
    line.addSubcommand(new EngineCommand(System.out));
    line.addSubcommand(new OrphansCommand(System.out));
    line.addSubcommand(new PurgeCommand(System.out));
    line.addSubcommand(new TestServerCommand());
    Stream.of(more).forEach(line::addSubcommand);
    EnvironmentDefaults others = EnvironmentDefaults.ofOthers(environment);
    line.getSubcommands()
        .get("serve")
        .setDefaultValueProvider(EnvironmentDefaults.ofServe(environment));
    line.getSubcommands()
        .get("agent")
        .setDefaultValueProvider(EnvironmentDefaults.ofAgent(environment));
    line.getSubcommands().get("secret").setDefaultValueProvider(others);
    line.getSubcommands().get("engine").setDefaultValueProvider(others);
    line.getSubcommands().get("orphans").setDefaultValueProvider(others);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(Main::refuse);
    line.setExecutionStrategy(
        parsed -> {
          requireLogLevel(environment, line);
          return new RunLast().execute(parsed);
        });
    line.setExecutionExceptionHandler((failure, command, result) -> explain(failure, command));
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static void requireLogLevel(Map<String, String> environment, CommandLine line) {
    try {
      LogLevel.validate(environment);
    } catch (UsageException e) {
      throw new ExecutionException(line, e.getMessage(), e);
    }
  }

  private static int refuse(ParameterException refusal, String[] args) {
    CommandLine command = refusal.getCommandLine();
    say(command, problem(refusal) + "; see " + name(command) + " --help");
    return BAD_USAGE;
  }

  private static String problem(ParameterException refusal) {
    return refusal instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? "unknown word '%s'".formatted(unmatched.getUnmatched().get(0))
        : refusal.getMessage();
  }

  private static int explain(Exception failure, CommandLine command) throws Exception {
    if (failure instanceof UsageException || failure instanceof DataPlaneException) {
      say(command, failure.getMessage());
      return BAD_USAGE;
    }
    throw failure;
  }

  private static void say(CommandLine command, String message) {
    PrintWriter err = command.getErr();
    err.println(name(command) + ": " + message.replaceAll("\\s*\\R\\s*", " "));
    err.flush();
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }
}
