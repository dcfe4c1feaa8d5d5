package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.ChildProcess;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Signals;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs an engine's own client on a clone or database, and exits with the client's exit code. */
abstract class ClientCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CommandOptions options;
  @Mixin private WaitOptions waiting;
  @Mixin private Forwarder.TunnelOption tunnel;

  @Parameters(
      paramLabel = "[NAME] [-- ARG...]",
      hideParamSyntax = true,
      arity = "0..*",
      description = "Clone or database to open (the project's), and arguments for the client.")
  private @Nullable List<String> words;

  private final Terminal terminal;
  private final Engine engine;

  ClientCommand(Terminal terminal, Engine engine) {
    this.terminal = terminal;
    this.engine = engine;
  }

  /** Runs the client with the user's arguments and returns its exit code. */
  abstract int run(Login login, List<String> arguments);

  Terminal terminal() {
    return terminal;
  }

  @Override
  public Integer call() {
    PassedArguments passed = PassedArguments.of(spec, words);
    Session session = Session.open(terminal, options, waiting);
    NamedDatabase named = new NamedDatabases(session).find(passed.name());
    Login login = named.login(session, waiting);
    if (login.engine() != engine) {
      throw new CliException(
          ExitCode.USAGE,
          "%s runs %s".formatted(named, login.engine().title()),
          "goldenrod %s %s".formatted(login.engine().client(), named.name()));
    }
    Optional<Forwarder> forwarder = tunnel.open(session, named.path());
    try {
      return run(
          forwarder.map(it -> login.at("127.0.0.1", it.port())).orElse(login), passed.behind());
    } finally {
      forwarder.ifPresent(Forwarder::close);
    }
  }

  /**
   * Runs the client until it exits, and forwards signals to it.
   *
   * @param command the client's command line, without secrets
   * @param without variables to remove, because they would redirect the client
   * @param with variables with the login or its location
   */
  int runProgram(List<String> command, Set<String> without, Map<String, String> with) {
    AtomicReference<ChildProcess> running = new AtomicReference<>();
    Signals signals =
        Signals.install(
            terminal,
            name -> Optional.ofNullable(running.get()).ifPresent(child -> child.signal(name)));
    try {
      ChildProcess child = ChildProcess.start(terminal, command, without, with);
      running.set(child);
      return child.exitCode();
    } finally {
      signals.close();
    }
  }
}
