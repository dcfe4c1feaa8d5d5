package dev.goldenrod.cli.local;

import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A service manager, or its substitute, that runs a server in the background. */
abstract class ServiceManager {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Returns the service managers of this machine; {@code up} uses the last one. */
  static List<ServiceManager> available(Terminal terminal) {
    List<ServiceManager> available = new ArrayList<>(List.of(new DetachedProcess()));
    if (LaunchAgent.isAvailable(terminal)) {
      available.add(new LaunchAgent(terminal));
    }
    if (SystemdUnit.isAvailable(terminal)) {
      available.add(new SystemdUnit(terminal));
    }
    return available;
  }

  /** Starts the server, or restarts it if it is running; returns how, for messages. */
  abstract String start(LocalServer server);

  /** Stops the server, leaving its databases running. Returns whether it was running. */
  abstract boolean stop(LocalServer server);

  /** Returns the log's file or the command that shows it, for messages. */
  abstract String log(LocalServer server);

  /** Returns the program's output; empty if it is missing, fails or runs for over a minute. */
  static Optional<String> tryRun(String... command) {
    return tryRun(PATIENCE, command);
  }

  static Optional<String> tryRun(Duration timeout, String... command) {
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      try {
        String printed =
            CompletableFuture.supplyAsync(() -> text(process.getInputStream()))
                .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        boolean hasEnded = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        return Optional.of(printed).filter(it -> hasEnded && process.exitValue() == 0);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException | ExecutionException | TimeoutException failure) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.REFUSED, "interrupted");
    }
  }

  private static String text(InputStream output) {
    try (output) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(String... command) {
    tryRun(command)
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.REFUSED, "'%s' failed".formatted(String.join(" ", command))));
  }

  /** Runs the server as a unit of the user's systemd instance. */
  static final class SystemdUnit extends ServiceManager {
    private final Terminal terminal;

    SystemdUnit(Terminal terminal) {
      this.terminal = terminal;
    }

    private static boolean isAvailable(Terminal terminal) {
      return !terminal.variable("XDG_RUNTIME_DIR").isEmpty()
          && tryRun("systemctl", "--user", "show-environment").isPresent();
    }

    @Override
    String start(LocalServer server) {
      Path file = terminal.configFolder().resolve("systemd").resolve("user").resolve(unit(server));
      PrivateFiles.write(file, text(server));
      run("systemctl", "--user", "daemon-reload");
      run("systemctl", "--user", "enable", unit(server));
      run("systemctl", "--user", "restart", unit(server));
      return "systemd user unit %s".formatted(unit(server));
    }

    @Override
    boolean stop(LocalServer server) {
      boolean wasRunning =
          tryRun("systemctl", "--user", "is-active", "--quiet", unit(server)).isPresent();
      if (wasRunning) {
        run("systemctl", "--user", "disable", "--now", unit(server));
      }
      return wasRunning;
    }

    @Override
    String log(LocalServer server) {
      return "journalctl --user -u " + unit(server);
    }

    private static String unit(LocalServer server) {
      return server.name() + ".service";
    }

    /** {@code KillMode=process} keeps the databases running when the service stops. */
    static String text(LocalServer server) {
      return """
          # Written by 'goldenrod up'.
          [Unit]
          Description=Goldenrod

          [Service]
          ExecStart=%s
          Restart=on-failure
          KillMode=process
          # The server prints the admin's token there, which must not be logged.
          StandardOutput=null
          TimeoutStopSec=60
          TasksMax=infinity

          [Install]
          WantedBy=default.target
          """
          .formatted(
              server.command().stream().map(SystemdUnit::quoted).collect(Collectors.joining(" ")));
    }

    private static String quoted(String word) {
      String plain =
          word.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%").replace("$", "$$");
      return '"' + plain + '"';
    }
  }

  /** Runs the server as an agent of macOS's launchd. */
  static final class LaunchAgent extends ServiceManager {
    private final Path folder;

    LaunchAgent(Terminal terminal) {
      this.folder = Path.of(terminal.home(), "Library", "LaunchAgents");
    }

    private static boolean isAvailable(Terminal terminal) {
      return System.getProperty("os.name").startsWith("Mac")
          && tryRun("launchctl", "version").isPresent();
    }

    @Override
    String start(LocalServer server) {
      Path file = file(server);
      PrivateFiles.write(file, text(server));
      tryRun("launchctl", "unload", file.toString());
      run("launchctl", "load", "-w", file.toString());
      return "launchd agent %s".formatted(label(server));
    }

    @Override
    boolean stop(LocalServer server) {
      boolean wasRunning = tryRun("launchctl", "list", label(server)).isPresent();
      if (wasRunning) {
        run("launchctl", "unload", "-w", file(server).toString());
      }
      return wasRunning;
    }

    @Override
    String log(LocalServer server) {
      return server.log().toString();
    }

    private static String label(LocalServer server) {
      return "dev." + server.name();
    }

    private Path file(LocalServer server) {
      return folder.resolve(label(server) + ".plist");
    }

    /** Databases are not part of the job, so they keep running when it stops. */
    static String text(LocalServer server) {
      String words =
          server.command().stream()
              .map(word -> "    <string>%s</string>\n".formatted(escaped(word)))
              .collect(Collectors.joining());
      String log = escaped(server.log().toString());
      return """
          <?xml version="1.0" encoding="UTF-8"?>
          <plist version="1.0">
          <dict>
            <key>Label</key><string>%s</string>
            <key>ProgramArguments</key>
            <array>
          %s  </array>
            <key>RunAtLoad</key><true/>
            <key>AbandonProcessGroup</key><true/>
            <key>StandardOutPath</key><string>/dev/null</string>
            <key>StandardErrorPath</key><string>%s</string>
          </dict>
          </plist>
          """
          .formatted(label(server), words, log);
    }

    private static String escaped(String text) {
      return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
  }
}
