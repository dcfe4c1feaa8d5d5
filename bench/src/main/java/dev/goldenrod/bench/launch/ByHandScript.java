package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.environment.BenchContext;
import dev.goldenrod.bench.measure.VolumeLocation;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A shell script that makes clones and copies of them in the same directory and the same way as
 * Goldenrod. It prints the microseconds that it took.
 */
public final class ByHandScript {
  private static final String SCRIPT = "by-hand.sh";

  private final Path script;
  private final VolumeLocation location;
  private final BenchContext context;

  private ByHandScript(Path script, VolumeLocation location, BenchContext context) {
    this.script = script;
    this.location = location;
    this.context = context;
  }

  /** Writes the script into the benchmark's folder. */
  public static ByHandScript prepare(BenchContext context, VolumeLocation location) {
    Path script = context.folder().resolve(SCRIPT);
    try (InputStream in = ByHandScript.class.getResourceAsStream(SCRIPT)) {
      Files.copy(Objects.requireNonNull(in), script, StandardCopyOption.REPLACE_EXISTING);
      return new ByHandScript(script, location, context);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the script to " + context.folder(), e);
    }
  }

  /** Makes a clone and starts its server. Returns the milliseconds until it answered a query. */
  public double launch(String golden, String name, int port) {
    return milliseconds("launch", withServer(List.of(golden, name), port, List.of()));
  }

  /** Copies a clone that {@link #launch} made, while its server is suspended. */
  public double snapshot(String parent, int parentPort, String name) {
    return milliseconds("snapshot", List.of(parent, name, Integer.toString(parentPort)));
  }

  /**
   * Copies a clone as {@link #snapshot} does, and starts a server on the copy.
   *
   * @param sync how PostgreSQL flushes the copy before it recovers: {@code fsync} or {@code syncfs}
   */
  public double branch(String parent, int parentPort, String name, int port, String sync) {
    return milliseconds(
        "branch",
        withServer(List.of(parent, name, Integer.toString(parentPort)), port, List.of(sync)));
  }

  /** Stops the server of a clone or copy if there is one, and deletes its files. */
  public void remove(String name) {
    run("remove", List.of(name));
  }

  /** Returns the directory of a clone or copy. */
  public Path folder(String name) {
    return location.folder().resolve(".by-hand").resolve(name);
  }

  private List<String> withServer(List<String> copy, int port, List<String> more) {
    List<String> all = new ArrayList<>(copy);
    all.add(Integer.toString(port));
    all.add(context.home().bin().resolve("postgres").toString());
    all.addAll(more);
    all.addAll(context.runAs().command(List.of()));
    return all;
  }

  private double milliseconds(String what, List<String> arguments) {
    return Long.parseLong(run(what, arguments)) / 1000.0;
  }

  private String run(String what, List<String> arguments) {
    List<String> command =
        new ArrayList<>(List.of("bash", script.toString(), what, location.kind()));
    command.add(location.folder().toString());
    command.addAll(arguments);
    return Tool.run(command);
  }
}
