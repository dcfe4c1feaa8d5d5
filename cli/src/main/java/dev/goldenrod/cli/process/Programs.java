package dev.goldenrod.cli.process;

import dev.goldenrod.cli.terminal.Terminal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs in {@code PATH}. */
public final class Programs {
  private Programs() {}

  /** Returns the file that a shell would run, if need be one that is not executable. */
  public static Optional<Path> find(Terminal terminal, String name) {
    if (name.contains("/")) {
      return Optional.of(terminal.directory().resolve(name)).filter(Files::isRegularFile);
    }
    return inPath(terminal, name)
        .filter(Files::isExecutable)
        .findFirst()
        .or(() -> inPath(terminal, name).findFirst());
  }

  private static Stream<Path> inPath(Terminal terminal, String name) {
    return Stream.of(terminal.variable("PATH").split(":"))
        .filter(folder -> !folder.isEmpty() && !name.isEmpty())
        .flatMap(folder -> file(terminal, folder, name));
  }

  private static Stream<Path> file(Terminal terminal, String folder, String name) {
    try {
      return Stream.of(terminal.directory().resolve(folder).resolve(name))
          .filter(Files::isRegularFile);
    } catch (InvalidPathException noFolder) {
      return Stream.empty();
    }
  }
}
