package dev.goldenrod.cli.own;

import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Runs the server as a unit of the user's systemd instance. */
final class SystemdUnit implements ServiceManager {
  private final Terminal terminal;

  SystemdUnit(Terminal terminal) {
    this.terminal = terminal;
  }

  static boolean isAvailable(Terminal terminal) {
    return !terminal.variable("XDG_RUNTIME_DIR").isEmpty()
        && HelperPrograms.tryRun("systemctl", "--user", "show-environment").isPresent();
  }

  @Override
  public String start(OwnServer server) {
    Path file = terminal.configFolder().resolve("systemd").resolve("user").resolve(unit(server));
    PrivateFiles.write(file, text(server));
    HelperPrograms.run("systemctl", "--user", "daemon-reload");
    HelperPrograms.run("systemctl", "--user", "enable", unit(server));
    HelperPrograms.run("systemctl", "--user", "restart", unit(server));
    return "systemd user unit %s".formatted(unit(server));
  }

  @Override
  public boolean stop(OwnServer server) {
    boolean wasRunning =
        HelperPrograms.tryRun("systemctl", "--user", "is-active", "--quiet", unit(server))
            .isPresent();
    if (wasRunning) {
      HelperPrograms.run("systemctl", "--user", "disable", "--now", unit(server));
    }
    return wasRunning;
  }

  @Override
  public String log(OwnServer server) {
    return "journalctl --user -u " + unit(server);
  }

  private static String unit(OwnServer server) {
    return server.name() + ".service";
  }

  /** {@code KillMode=process} keeps the databases running when the service stops. */
  static String text(OwnServer server) {
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
