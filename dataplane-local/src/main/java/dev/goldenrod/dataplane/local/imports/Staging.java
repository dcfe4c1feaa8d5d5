package dev.goldenrod.dataplane.local.imports;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.local.process.DurableFile;
import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.dataplane.local.process.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one import: what its steps leave for each other, until it is cleaned up. It belongs
 * to the server's user; the engines' user passes through it to the files that are meant for it.
 */
final class Staging {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger LOG = LoggerFactory.getLogger(Staging.class);
  private static final String SOURCE = "source.json";

  /** Reads JSON. */
  private interface Parser<T> {
    T parse(byte[] json) throws IOException;
  }

  private final Path folder;
  private final RunAs runAs;

  Staging(Path imports, UUID id, RunAs runAs) {
    this(imports, id.toString(), runAs);
  }

  Staging(Path imports, String name, RunAs runAs) {
    this.folder = imports.resolve(name);
    this.runAs = runAs;
  }

  Path folder() {
    return folder;
  }

  /** A file in the folder. */
  Path file(String name) {
    return folder.resolve(name);
  }

  boolean exists() {
    return Files.isDirectory(folder);
  }

  /** Makes the folder, which only the engines' user can traverse. */
  void create() {
    try {
      Files.createDirectories(folder);
      runAs.requireServersOwn(folder);
      runAs.letPass(folder);
      DurableFile.force(folder.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new DataPlaneException("cannot make the folder %s: %s".formatted(folder, e), e);
    }
  }

  /** Makes a directory that is the engines' user's own. */
  Path createForTool(String name) {
    Path directory = folder.resolve(name);
    try {
      Files.createDirectory(directory, OwnerOnly.FOLDER);
      runAs.chown(directory);
      return directory;
    } catch (IOException e) {
      throw new DataPlaneException("cannot make the folder %s: %s".formatted(directory, e), e);
    }
  }

  /** Writes a file that only the engines' user can read, in place of one of that name. */
  Path writePrivate(String name, String text) {
    return replace(name, text.getBytes(StandardCharsets.UTF_8), runAs::chown);
  }

  /** Writes a file that only the engines' user can read, in place of one of that name. */
  Path writePrivate(String name, byte[] content) {
    return replace(name, content, runAs::chown);
  }

  /** Writes a file that only the server can read, in place of one of that name. */
  Path writeOwn(String name, String text) {
    return replace(name, text.getBytes(StandardCharsets.UTF_8), fresh -> {});
  }

  private Path replace(String name, byte[] content, Consumer<Path> finish) {
    Path file = folder.resolve(name);
    try {
      DurableFile.write(file, content, finish);
      return file;
    } catch (IOException e) {
      throw new DataPlaneException("cannot write %s: %s".formatted(file, e), e);
    }
  }

  /** Whether a mark of that name was left. */
  boolean isMarked(String mark) {
    return Files.exists(folder.resolve(mark));
  }

  void mark(String mark) {
    writeOwn(mark, "");
  }

  void save(ProbedSource source) {
    replace(SOURCE, source.toJson(), fresh -> {});
  }

  /**
   * What the probe found out.
   *
   * @throws DataPlaneException when that is gone or damaged
   */
  ProbedSource source() {
    return knownSource()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "%s is gone or damaged; start the import again".formatted(file(SOURCE))));
  }

  /** The same, as far as it is known. */
  Optional<ProbedSource> knownSource() {
    return parse(file(SOURCE), Engines.importer()::readSource);
  }

  void save(ImportPhase step, StepRecord done) {
    writeOwn(nameOf(step), json(done));
  }

  /** What was kept of the step; empty unless it is done and known to be. */
  Optional<StepRecord> done(ImportPhase step) {
    return read(nameOf(step), StepRecord.class);
  }

  /** The warnings of the steps that are done, first step first. */
  List<String> warnings() {
    return Arrays.stream(ImportPhase.values())
        .filter(ImportPhase::isDataPlaneStep)
        .flatMap(step -> done(step).stream())
        .flatMap(done -> done.warnings().stream())
        .toList();
  }

  /** Removes what is below that name in the folder. */
  void remove(String name) {
    delete(folder.resolve(name));
  }

  /** Removes the folder and all that is in it. */
  void removeAll() {
    delete(folder);
  }

  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the file holds; empty when it is gone or damaged, as after a power failure. */
  static <T> Optional<T> read(Path file, Class<T> type) {
    return parse(file, json -> JSON.readValue(json, type));
  }

  private static <T> Optional<T> parse(Path file, Parser<T> parser) {
    try {
      return Optional.ofNullable(parser.parse(Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JacksonException e) {
      LOG.warn("{} is damaged and left aside: {}", file, e.getMessage());
      return Optional.empty();
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private <T> Optional<T> read(String name, Class<T> type) {
    return read(folder.resolve(name), type);
  }

  private static String nameOf(ImportPhase step) {
    return step.name().toLowerCase(Locale.ROOT) + ".json";
  }

  static void delete(Path tree) {
    FileTrees.delete(tree);
  }
}
