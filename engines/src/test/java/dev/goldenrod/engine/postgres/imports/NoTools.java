package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.ToolRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A tool runner that fails the test if a tool is run. */
public final class NoTools implements ToolRunner {
  @Override
  public int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
    throw new AssertionError("ran " + name);
  }

  @Override
  public Path file(String name) {
    return Path.of("/nonexistent", name);
  }

  @Override
  public Path write(String name, byte[] content) {
    throw new AssertionError("wrote " + name);
  }

  @Override
  public Path makeFolder(String name) {
    throw new AssertionError("made " + name);
  }

  @Override
  public void remove(String name) {
    throw new AssertionError("removed " + name);
  }
}
