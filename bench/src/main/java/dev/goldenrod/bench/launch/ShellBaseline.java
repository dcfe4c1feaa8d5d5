package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.measure.VolumeLocation;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Clones made by a shell script, in the same directory and the same way as Goldenrod's. */
final class ShellBaseline {
  private static final String SCRIPT = "by-hand.sh";

  private final Path script;
  private final VolumeLocation location;
  private final Installation home;
  private final RunAs runAs;
  private final Set<String> clones = new LinkedHashSet<>();
  private int count;

  private ShellBaseline(Path script, VolumeLocation location, Installation home, RunAs runAs) {
    this.script = script;
    this.location = location;
    this.home = home;
    this.runAs = runAs;
  }

  static ShellBaseline prepare(
      Path folder, VolumeLocation location, Installation home, RunAs runAs) {
    try (InputStream in = ShellBaseline.class.getResourceAsStream(SCRIPT)) {
      Path script = folder.resolve(SCRIPT);
      Files.copy(Objects.requireNonNull(in), script);
      return new ShellBaseline(script, location, home, runAs);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the script to " + folder, e);
    }
  }

  /** Creates a clone, and returns the milliseconds until the response to the script's query. */
  double launch(String golden) {
    String name = "by-hand-" + ++count;
    clones.add(name);
    List<String> arguments =
        List.of(
            golden,
            name,
            Integer.toString(Ports.anyFree()),
            home.bin().resolve("postgres").toString());
    String micros = run("launch", arguments, runAs.command(List.of()));
    return Long.parseLong(micros) / 1000.0;
  }

  void removeAll() {
    for (String name : List.copyOf(clones)) {
      run("remove", List.of(name), List.of());
      clones.remove(name);
    }
  }

  private String run(String what, List<String> arguments, List<String> more) {
    List<String> command =
        new ArrayList<>(List.of("bash", script.toString(), what, location.kind()));
    command.add(location.folder().toString());
    command.addAll(arguments);
    command.addAll(more);
    return Tool.run(command);
  }
}
