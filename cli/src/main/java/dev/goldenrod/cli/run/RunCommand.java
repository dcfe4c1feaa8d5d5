package dev.goldenrod.cli.run;

import dev.goldenrod.cli.config.ProjectFile;
import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.connect.Origin;
import dev.goldenrod.cli.connect.PassedArguments;
import dev.goldenrod.cli.process.ChildProcess;
import dev.goldenrod.cli.process.ChildProcess.NotStartedException;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Signals;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.cli.tunnel.Forwarder;
import dev.goldenrod.cli.tunnel.TunnelOption;
import dev.goldenrod.client.ClientException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
    description = "Runs a command with a clone or branch of its own, which is gone afterwards.",
    mixinStandardHelpOptions = true,
    footerHeading = "%n",
    footer = {
      "The command finds its database in DATABASE_URL, PGHOST, PGPORT, PGUSER,",
      "PGPASSWORD and PGDATABASE (of MySQL in MYSQL_HOST and so on, of MongoDB in",
      "MONGODB_URI), and in SPRING_DATASOURCE_URL, _USERNAME and _PASSWORD. It gets the",
      "signals; its exit code is that of run: 127 when there is no such program, 126 when",
      "it cannot be run. What was made is deleted in each case; should run itself be killed,",
      "a process that it leaves behind deletes it at once. Should that be killed too, a",
      "clone lasts ten minutes more, and a branch until the next run on the same database.",
      "",
      "Examples:",
      "  goldenrod run shop -- mvn verify",
      "  goldenrod run shop --ttl 1h -- sh -c 'psql -c \"SELECT count(*) FROM tea\"'",
      "  goldenrod run golden/shop -- npm start"
    })
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CommandOptions options;
  @Mixin private TunnelOption tunnel;

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
          "How long the clone or branch lasts at most, whatever the command does, as in 1h"
              + " (as long as the command runs).")
  private @Nullable String ttl;

  @Parameters(
      paramLabel = "[NAME] -- COMMAND...",
      hideParamSyntax = true,
      arity = "0..*",
      description =
          "The golden to have a clone of, or the database to have a branch of (the project's).")
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
      throw new ParameterException(
          spec.commandLine(), "the command is missing; it stands behind --");
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
      throw new CliException(ExitCode.USAGE, "--ttl must be positive, as 1h or 90m are");
    }
    return limit;
  }

  private int run(
      Session session, TemporaryDatabase temporary, LeaseRenewer renewer, List<String> command) {
    Optional<Forwarder> forwarder = Optional.empty();
    try {
      Login login = temporary.create(renewer.nextLease(), WaitOptions.lasting(timeout));
      renewer.begin();
      forwarder = tunnel.open(session, temporary.path());
      return start(forwarder.map(it -> login.at("127.0.0.1", it.port())).orElse(login), command)
          .exitCode();
    } catch (NotStartedException e) {
      terminal.err().println("goldenrod: " + e.getMessage());
      return e.exitCode();
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
      delete(session, temporary);
      if (wasInterrupted && signal() == null) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private ChildProcess start(Login login, List<String> command) throws NotStartedException {
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

  private static void delete(Session session, TemporaryDatabase temporary) {
    try {
      temporary.delete();
      temporary.dismiss();
    } catch (ClientException | CliException e) {
      session.say(
          "%s could not be deleted now, and a process in the background goes on trying: %s"
              .formatted(temporary, e.getMessage()));
    }
  }

  private TemporaryDatabase find(Session session, @Nullable String name) {
    Origin origin = Origin.require(session, name == null ? ofProject() : name);
    return origin.database() == null
        ? new TemporaryClone(session, origin.golden())
        : new TemporaryBranch(session, origin.database(), Clock.systemUTC());
  }

  private String ofProject() {
    return ProjectFile.find(terminal)
        .flatMap(
            project ->
                project
                    .currentDatabase()
                    .map(Origin.DATABASE::concat)
                    .or(() -> Optional.ofNullable(project.golden()).map(Origin.GOLDEN::concat)))
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.USAGE,
                    "no golden or database is named, and no project's file %s names one"
                        .formatted(ProjectFile.NAME),
                    "goldenrod run NAME -- COMMAND",
                    "goldenrod checkout NAME"));
  }
}
