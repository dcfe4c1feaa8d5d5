package dev.goldenrod.server.cli;

import dev.goldenrod.cli.terminal.Signals;
import dev.goldenrod.server.ConfigReport;
import dev.goldenrod.server.ConfigReport.Line;
import dev.goldenrod.server.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Makes a running server or agent read its configuration file again on SIGHUP. */
final class ConfigReloader {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigReloader.class);

  private final Supplier<ConfiguredStart> reader;
  private final Set<String> options;
  private final Consumer<ConfiguredStart> running;
  private final List<Line> started;
  private List<Line> before;

  private ConfigReloader(
      List<Line> started,
      Supplier<ConfiguredStart> reader,
      Set<String> options,
      Consumer<ConfiguredStart> running) {
    this.reader = reader;
    this.options = options;
    this.running = running;
    this.started = started;
    this.before = started;
  }

  /**
   * Reloads the file of the running command, if there is one.
   *
   * @param starts parses the command's words and the file again
   * @param options options that can change without a restart
   * @param running applies them
   */
  static void onSignal(
      CommandSpec command,
      Function<List<String>, ConfiguredStart> starts,
      Set<String> options,
      Consumer<ConfiguredStart> running) {
    Environment environment = ConfiguredCommandLine.environment(command);
    if (!environment.file().isNone()) {
      List<String> words = command.commandLine().getParseResult().originalArgs();
      List<Line> started = ConfigReport.of(command, environment);
      ConfigReloader reloader =
          new ConfigReloader(started, () -> starts.apply(words), options, running);
      Signals.onHangup(reloader::run);
    }
  }

  private synchronized void run() {
    try {
      ConfiguredStart now = reader.get();
      now.check();
      apply(now);
      before = now.lines();
    } catch (ParameterException e) {
      logRejection(e.getCommandLine(), e.getMessage());
    } catch (ExecutionException e) {
      logRejection(e.getCommandLine(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("SIGHUP: kept the previous configuration", e);
    }
  }

  /** Logs before or after the change, because the new log level may hide the line. */
  private void apply(ConfiguredStart now) {
    boolean wasInfoEnabled = LOG.isInfoEnabled();
    if (wasInfoEnabled) {
      LOG.info("SIGHUP: {}", difference(now.lines()));
    }
    running.accept(now);
    if (!wasInfoEnabled) {
      LOG.info("SIGHUP: {}", difference(now.lines()));
    }
  }

  private static void logRejection(CommandLine command, String problem) {
    LOG.error(
        "SIGHUP: kept the previous configuration: {}",
        ConfiguredCommandLine.located(command, problem));
  }

  private String difference(List<Line> now) {
    List<String> taken = new ArrayList<>();
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      Line line = now.get(i);
      boolean isTaken = options.contains(line.option());
      Line former = (isTaken ? before : started).get(i);
      if (!line.values().equals(former.values())) {
        String change = "%s from %s to %s".formatted(line.option(), shown(former), shown(line));
        (isTaken ? taken : waiting).add(change);
      }
    }
    String effect = taken.isEmpty() ? "nothing changed" : "changed " + String.join(", ", taken);
    return waiting.isEmpty()
        ? effect
        : effect + "; a restart is needed for " + String.join(", ", waiting);
  }

  private static String shown(Line line) {
    return line.values().isEmpty() ? "its default" : String.join(",", line.values());
  }
}
