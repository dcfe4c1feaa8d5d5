package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.masking.proof.ByteSearch;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A search for canaries of all masked columns in files. Not thread-safe. */
final class CanarySearch {
  /** A canary's column, as {@code schema.table.column}. */
  private final List<String> columns;

  private final ByteSearch search;
  private long files;
  private long bytes;

  /**
   * A canary that was found.
   *
   * @param canary its number
   * @param file the path of the file in the searched folder
   */
  record Hit(int canary, String file) {}

  private CanarySearch(List<String> columns, ByteSearch search) {
    this.columns = columns;
    this.search = search;
  }

  /**
   * @param hasUtf8 whether files have text in UTF-8; otherwise only canaries in ASCII are searched
   */
  static CanarySearch of(Evidence evidence, boolean hasUtf8) {
    Map<String, String> byValue = new TreeMap<>();
    evidence
        .columns()
        .forEach(
            (table, all) ->
                all.forEach(
                    (column, one) ->
                        one.canaries().map(Canaries::values).orElse(List.of()).stream()
                            .filter(value -> hasUtf8 || isAscii(value))
                            .forEach(value -> byValue.put(value, table + "." + column))));
    List<byte[]> patterns =
        byValue.keySet().stream().map(value -> value.getBytes(StandardCharsets.UTF_8)).toList();
    return new CanarySearch(List.copyOf(byValue.values()), ByteSearch.of(patterns));
  }

  private static boolean isAscii(String value) {
    return value.chars().allMatch(letter -> letter < 128);
  }

  ByteSearch search() {
    return search;
  }

  int size() {
    return columns.size();
  }

  String column(int canary) {
    return columns.get(canary);
  }

  long files() {
    return files;
  }

  long bytes() {
    return bytes;
  }

  /**
   * Searches all regular files of the folder, several in parallel, without following links.
   *
   * @throws DataPlaneException if a file cannot be read, or the step is cancelled
   */
  List<Hit> in(Path folder, ImportWork work) {
    List<Path> all = regularFiles(folder);
    AtomicLong read = new AtomicLong();
    List<Callable<List<Hit>>> parts =
        all.stream().<Callable<List<Hit>>>map(file -> () -> in(folder, file, read)).toList();
    List<List<Hit>> hits =
        new ParallelWork(work.jobs(), work.report(), "cannot search the golden's files")
            .run(parts, () -> {});
    files = all.size();
    bytes = read.get();
    return hits.stream().flatMap(List::stream).toList();
  }

  private List<Hit> in(Path folder, Path file, AtomicLong read) {
    try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      List<Hit> hits =
          search.search(content).stream()
              .map(match -> new Hit(match.pattern(), folder.relativize(file).toString()))
              .toList();
      read.addAndGet(Files.size(file));
      return hits;
    } catch (IOException e) {
      throw new DataPlaneException("cannot search %s: %s".formatted(file, e), e);
    }
  }

  /** Returns the canaries that are in files of the folder. */
  Set<Integer> canariesIn(Path folder, ImportWork work) {
    return in(folder, work).stream().map(Hit::canary).collect(Collectors.toSet());
  }

  private static List<Path> regularFiles(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    } catch (IOException e) {
      throw new DataPlaneException("cannot list %s: %s".formatted(folder, e), e);
    }
  }
}
