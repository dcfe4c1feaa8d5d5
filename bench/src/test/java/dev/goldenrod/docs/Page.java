package dev.goldenrod.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A file of the project, usually a page of its documentation in Markdown. */
record Page(Path file) {
  private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^<!-- from (\\S+) -->\\n)?^```(\\w+)\\n(.*?)^```$",
          Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

  static List<Page> all() {
    try (Stream<Path> files = Files.walk(PROJECT, 3)) {
      return files
          .filter(file -> file.toString().endsWith(".md") && !file.toString().contains("/target/"))
          .map(Page::new)
          .sorted((one, other) -> one.file().compareTo(other.file()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Page> sources() {
    return sources("src/main");
  }

  static Stream<Page> tests() {
    return sources("src/test");
  }

  /** Returns the names of all classes of the modules, including tests. */
  static List<String> classes() {
    return Stream.concat(sources(), tests())
        .map(page -> page.file().getFileName().toString().replace(".java", ""))
        .toList();
  }

  private static Stream<Page> sources(String folder) {
    try (Stream<Path> modules = Files.list(PROJECT)) {
      return modules
          .map(module -> module.resolve(folder))
          .filter(Files::isDirectory)
          .flatMap(Page::filesIn)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Page> filesIn(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java") || file.toString().endsWith(".xml"))
          .map(Page::new)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page of(String path) {
    return new Page(PROJECT.resolve(path));
  }

  static String content(String path) {
    return of(path).text();
  }

  String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A code block; its source is null if the page names no file that it is an excerpt of. */
  record Block(String source, String language, String code) {}

  List<Block> blocks(String language) {
    return find(BLOCK).stream()
        .map(found -> new Block(found.group(1), found.group(2), found.group(3)))
        .filter(block -> block.language().equals(language))
        .toList();
  }

  /** Returns the anchors that links can use after a {@code #}. */
  List<String> anchors() {
    return find(HEADING).stream()
        .map(found -> found.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  List<MatchResult> find(Pattern pattern) {
    return pattern.matcher(text()).results().toList();
  }

  @Override
  public String toString() {
    return PROJECT.relativize(file).toString();
  }
}
