package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Folders that are created once for all tests of the process, and copied for each. */
public final class Templates {
  private final Map<String, Path> made = new ConcurrentHashMap<>();

  /**
   * Copies the content of the template with owners and modes.
   *
   * @param maker creates the template in a folder on first use
   */
  public void copy(String name, Consumer<Path> maker, Path to) {
    Path template = made.computeIfAbsent(name, missing -> make(maker));
    try (Stream<Path> entries = Files.list(template)) {
      List<String> command = new ArrayList<>(List.of("cp", "-a", "-t", to.toString()));
      entries.map(Path::toString).forEach(command::add);
      Tool.run(command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path make(Consumer<Path> maker) {
    try {
      Path parent = Files.createTempDirectory("goldenrod-template-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> FileTrees.delete(parent)));
      // The engine user must be able to pass through the folder.
      Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
      Path template = parent.resolve("template");
      maker.accept(template);
      return template;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
