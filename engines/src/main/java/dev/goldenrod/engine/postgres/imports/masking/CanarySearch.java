package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.masking.proof.ByteSearch;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /** Searches all regular files of the folder, without following links. */
  List<Hit> in(Path folder) {
    files = 0;
    bytes = 0;
    List<Hit> hits = new ArrayList<>();
    for (Path file : regularFiles(folder)) {
      try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
        search
            .search(content)
            .forEach(
                match -> hits.add(new Hit(match.pattern(), folder.relativize(file).toString())));
        bytes += Files.size(file);
        files++;
      } catch (IOException e) {
        throw new DataPlaneException("cannot search %s: %s".formatted(file, e), e);
      }
    }
    return hits;
  }

  /** Returns the canaries that are in files of the folder. */
  Set<Integer> canariesIn(Path folder) {
    Set<Integer> found = new HashSet<>();
    in(folder).forEach(hit -> found.add(hit.canary()));
    return found;
  }

  private static List<Path> regularFiles(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    } catch (IOException e) {
      throw new DataPlaneException("cannot list %s: %s".formatted(folder, e), e);
    }
  }
}
