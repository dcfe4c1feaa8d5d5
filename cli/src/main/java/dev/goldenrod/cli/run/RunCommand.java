package dev.goldenrod.cli.run;

import dev.goldenrod.cli.config.ProjectFile;
import dev.goldenrod.cli.connect.Forwarder;
import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.connect.NamedDatabases;
import dev.goldenrod.cli.connect.PassedArguments;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.ChildProcess;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Signals;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ClientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a command with a temporary clone or branch: {@code goldenrod run}. */
@Command(
    name = "run",
    description = "Runs a command with a temporary clone or branch, which is deleted afterwards.",
    mixinStandardHelpOptions = true,
    footerHeading = "%n",
    footer = {
      "The command gets its database in DATABASE_URL, PGHOST, PGPORT, PGUSER, PGPASSWORD and",
      "PGDATABASE (for MySQL in MYSQL_HOST and so on, for MongoDB in MONGODB_URI), and in",
      "SPRING_DATASOURCE_URL, _USERNAME and _PASSWORD. Signals are passed on to it, and its exit",
      "code is returned: 127 if there is no such program, 126 if it cannot be run. The clone or",
      "branch is always deleted. If run itself is killed, a background process deletes it at",
      "once. If that is killed too, the server deletes a clone after ten minutes at most, and a",
      "later run on the same database deletes a branch.",
      "",
      "Examples:",
      "  goldenrod run shop -- mvn verify",
      "  goldenrod run shop --ttl 1h -- sh -c 'psql -c \"SELECT count(*) FROM tea\"'",
      "  goldenrod run golden/shop -- npm start"
    })
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CommandOptions options;
  @Mixin private Forwarder.TunnelOption tunnel;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = WaitOptions.AsDuration.class,
      description =
          "How long to wait for the clone or branch (${DEFAULT-VALUE}); then exit with 6.")
  private Duration timeout = Duration.ofMinutes(10);

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      description =
          "Maximum lifetime of the clone or branch, even if the command still runs, as in 1h (as"
              + " long as the command runs).")
  private @Nullable String ttl;

  @Parameters(
      paramLabel = "[NAME] -- COMMAND...",
      hideParamSyntax = true,
      arity = "0..*",
      description = "Golden to clone, or database to branch (the project's).")
  private @Nullable List<String> words;

  private final Terminal terminal;
  private final Duration lease;
  private @Nullable ChildProcess child;
  private @Nullable String signal;

  public RunCommand(Terminal terminal) {
    this(terminal, LeaseRenewer.LEASE);
  }

  RunCommand(Terminal terminal, Duration lease) {
    this.terminal = terminal;
    this.lease = lease;
  }

  @Override
  public Integer call() {
    PassedArguments passed = PassedArguments.of(spec, words);
    if (passed.behind().isEmpty()) {
      throw new ParameterException(spec.commandLine(), "the command is missing; give it after --");
    }
    Duration limit = ttl == null ? null : limit(ttl);
    Session session = Session.open(terminal, options);
    TemporaryDatabase temporary = find(session, passed.name());
    Thread main = Thread.currentThread();
    Signals signals = Signals.install(terminal, name -> onSignal(name, main));
    try (LeaseRenewer renewer = new LeaseRenewer(session::say, temporary, lease, limit)) {
      return run(session, temporary, renewer, passed.behind());
    } finally {
      signals.close();
    }
  }

  private static Duration limit(String ttl) {
    Duration limit = WaitOptions.duration(ttl);
    if (limit.isZero()) {
      throw new CliException(ExitCode.USAGE, "--ttl must be positive, as in 1h or 90m");
    }
    return limit;
  }

  /** Creates the database, runs the command with it, and deletes it. Returns the exit code. */
  int run(
      Session session, TemporaryDatabase temporary, LeaseRenewer renewer, List<String> command) {
    Optional<Forwarder> forwarder = Optional.empty();
    try {
      Duration first = renewer.nextLease();
      renewer.begin();
      Login login = temporary.create(first, WaitOptions.lasting(timeout));
      renewer.enforceLimit();
      forwarder = tunnel.open(session, temporary.path());
      return start(forwarder.map(it -> login.at("127.0.0.1", it.port())).orElse(login), command)
          .exitCode();
    } catch (CliException | ClientException e) {
      if (signal() != null) {
        return Signals.exitCode(signal());
      }
      throw e;
    } finally {
      // Clears an early signal's interrupt, so that the cleanup is not interrupted.
      boolean wasInterrupted = Thread.interrupted();
      forwarder.ifPresent(Forwarder::close);
      renewer.close();
      delete(session::say, temporary);
      if (wasInterrupted && signal() == null) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private ChildProcess start(Login login, List<String> command) {
    synchronized (this) {
      if (signal != null) {
        throw new CliException(ExitCode.REFUSED, "ended by SIG" + signal);
      }
      child = ChildProcess.start(terminal, command, Login.MISLEADING, login.environment());
      return child;
    }
  }

  private void onSignal(String name, Thread main) {
    synchronized (this) {
      if (child != null) {
        child.signal(name);
      } else {
        signal = name;
        main.interrupt();
      }
    }
  }

  private synchronized @Nullable String signal() {
    return signal;
  }

  static void delete(Consumer<String> teller, TemporaryDatabase temporary) {
    try {
      temporary.delete();
      temporary.dismiss();
    } catch (ClientException | CliException e) {
      if (temporary.isRetriedAfter(e)) {
        teller.accept(
            "%s could not be deleted now, and a background process keeps trying for 30 minutes: %s"
                .formatted(temporary, e.getMessage()));
      } else {
        temporary.dismiss();
        teller.accept(
            "%s was not deleted: %s; delete it by: %s"
                .formatted(temporary, e.getMessage(), temporary.deleteCommand()));
      }
    }
  }

  private TemporaryDatabase find(Session session, @Nullable String name) {
    String typed = name == null ? ofProject() : name;
    return TemporaryDatabase.of(session, new NamedDatabases(session).requireOrigin(typed));
  }

  private String ofProject() {
    return ProjectFile.find(terminal)
        .flatMap(
            project ->
                project
                    .currentDatabase(terminal)
                    .map(NamedDatabases.DATABASE::concat)
                    .or(
                        () ->
                            Optional.ofNullable(project.golden())
                                .map(NamedDatabases.GOLDEN::concat)))
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.USAGE,
                    "no golden or database is given, and no project file %s names one%s"
                        .formatted(ProjectFile.NAME, ProjectFile.remarkOnIgnored(terminal)),
                    "goldenrod run NAME -- COMMAND",
                    "goldenrod checkout NAME"));
  }
}
