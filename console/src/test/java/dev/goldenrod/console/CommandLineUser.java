package dev.goldenrod.console;

import dev.goldenrod.cli.Cli;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** A user with a home directory of its own, who types commands. */
final class CommandLineUser {
  private final Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  CommandLineUser(Path home) {
    this.home = home;
  }

  /** Runs a command without a terminal, and returns its exit code. */
  int type(String... args) {
    out.reset();
    err.reset();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Map.of("HOME", home.toString()),
            home,
            Set.of());
    return new Cli(terminal).execute(args);
  }

  /** Returns what the last command has printed to standard output. */
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns what the last command has printed to standard error, also while it runs. */
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
