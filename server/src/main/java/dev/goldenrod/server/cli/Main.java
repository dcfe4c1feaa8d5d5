package dev.goldenrod.server.cli;

import dev.goldenrod.cli.Cli;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.EnvironmentDefaults;
import dev.goldenrod.server.LogOptions;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.Version;
import dev.goldenrod.server.config.ConfigFile;
import dev.goldenrod.server.demo.DemoCommand;
import dev.goldenrod.server.log.ServerLog;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The commands that run a server or work on its data directory. All others belong to the module
 * {@code cli}.
 */
@Command(
    name = "goldenrod",
    description = "Golden databases that branch.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true)
public final class Main implements Runnable {
  static final int BAD_USAGE = 2;

  private static final List<String> WORDS =
      List.of(
          "serve",
          "agent",
          "config",
          "demo",
          "secret",
          "engine",
          "orphans",
          "backup",
          "restore",
          "upgrade",
          "purge",
          "shutdown",
          "test-server");

  @Spec private CommandSpec spec;

  Main() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.ofProcess();
    boolean isOwn = args.length > 0 && WORDS.contains(args[0]);
    int code =
        isOwn
            ? commandLineOfWord(System.getenv(), args[0]).execute(args)
            : new Cli(terminal).execute(args);
    terminal.out().flush();
    System.out.flush();
    System.exit(code);
  }

  /**
   * Returns a command line for one word, without most of the others because picocli takes long to
   * build each. Defaults come from the environment and from the configuration file of the user or
   * the machine.
   */
  static CommandLine commandLineOfWord(Map<String, String> environment, String word) {
    // The options of serve are the keys of the configuration file.
    Predicate<String> isNeeded = List.of("serve", word)::contains;
    return commandLine(environment, ConfiguredCommandLine.ofMachine(environment), isNeeded);
  }

  /**
   * Returns the command line, with {@code more} commands of other modules. Defaults come from the
   * environment, and from a configuration file only if it is named.
   */
  public static CommandLine commandLine(Map<String, String> environment, CommandLine... more) {
    return commandLine(environment, ConfiguredCommandLine.named(environment), more);
  }

  static CommandLine commandLine(
      Map<String, String> environment, ConfiguredCommandLine configured, CommandLine... more) {
    return commandLine(environment, configured, word -> true, more);
  }

  private static CommandLine commandLine(
      Map<String, String> environment,
      ConfiguredCommandLine configured,
      Predicate<String> isNeeded,
      CommandLine... more) {
    Function<List<String>, ConfiguredStart> starts =
        words -> ConfiguredStart.of(environment, configured, words);
    CommandLine line = new CommandLine(new Main());
    WORDS.stream()
        .filter(isNeeded)
        .forEach(word -> line.addSubcommand(word, command(word, starts)));
    Stream.of(more).forEach(line::addSubcommand);
    EnvironmentDefaults all = EnvironmentDefaults.ofAll(environment);
    setDefaults(line, all, "serve", "agent");
    EnvironmentDefaults others = EnvironmentDefaults.ofOthers(environment);
    setDefaults(
        line, others, "secret", "engine", "orphans", "backup", "restore", "upgrade", "shutdown");
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(Main::refuse);
    line.setExecutionStrategy(
        parsed -> {
          startLog(environment, line);
          return Cli.run(configured.readAgain(parsed));
        });
    line.setExecutionExceptionHandler((failure, command, result) -> explain(failure, command));
    return line;
  }

  private static Object command(String word, Function<List<String>, ConfiguredStart> starts) {
    return switch (word) {
      case "serve" -> new ServeCommand(System.out, isTerminal(), starts);
      case "agent" -> new AgentCommand(System.out, starts);
      case "config" -> ConfigCommand.commandLine(starts, System.out);
      case "demo" -> new DemoCommand(System.out);
      case "secret" -> new SecretCommand();
      case "engine" -> new EngineCommand(System.out);
      case "orphans" -> new OrphansCommand(System.out);
      case "backup" -> new BackupCommand(System.out);
      case "restore" -> new RestoreCommand(System.out);
      case "upgrade" -> new UpgradeCommand(System.out);
      case "purge" -> new PurgeCommand(System.out);
      case "shutdown" -> new ShutdownCommand(System.out);
      case "test-server" -> new TestServerCommand();
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static boolean isTerminal() {
    return Boolean.getBoolean("goldenrod.terminal")
        || Terminal.ofProcess().terminals().contains("out");
  }

  private static void setDefaults(CommandLine line, IDefaultValueProvider values, String... words) {
    Stream.of(words)
        .map(line.getSubcommands()::get)
        .filter(Objects::nonNull)
        .forEach(command -> command.setDefaultValueProvider(values));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private static void startLog(Map<String, String> environment, CommandLine line) {
    try {
      ServerLog.setLevels(LogOptions.levelsOf(environment));
      ServerLog.setFormat(LogOptions.formatOf(environment));
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
    if (failure instanceof UsageException
        || failure instanceof CliException
        || failure instanceof ConfigFile.InvalidException
        || failure instanceof DataPlaneException) {
      say(command, failure.getMessage());
      return BAD_USAGE;
    }
    throw failure;
  }

  private static void say(CommandLine command, String message) {
    PrintWriter err = command.getErr();
    String located = ConfiguredCommandLine.located(command, message);
    err.println(name(command) + ": " + located.replaceAll("\\s*\\R\\s*", " "));
    err.flush();
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }
}
