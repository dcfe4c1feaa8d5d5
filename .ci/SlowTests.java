import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Chooses tests with the tag {@code slow} for {@code ./verify --changed}: those of the modules of
 * the changed files first, then those of the modules that depend on these, as far as the time
 * allows. The tests and their seconds are read from the table in docs/testing.md.
 *
 * <p>Argument: the checkout. Standard input: the changed files, one a line. Standard output: the
 * options for Maven, nothing where no test is chosen; standard error: what was left out.
 */
final class SlowTests {
  /** Two Java machines at work for 20 minutes, less the time to build. */
  private static final int SECONDS = 2 * 14 * 60;

  private static final Pattern ROW =
      Pattern.compile("^\\| `([\\w/-]+)` \\| `(\\w+)(?:[#$]\\w+)?` \\| (\\d+) \\|", Pattern.MULTILINE);
  private static final Pattern MODULE = Pattern.compile("<module>([\\w/-]+)</module>");
  private static final Pattern OWN_NAME =
      Pattern.compile("</parent>.*?<artifactId>([\\w-]+)</artifactId>", Pattern.DOTALL);
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<groupId>(?:dev.goldenrod|\\$\\{project.groupId})</groupId>\\s*"
              + "<artifactId>([\\w-]+)</artifactId>");

  private SlowTests() {}

  public static void main(String[] arguments) throws IOException {
    Path project = Path.of(arguments[0]);
    List<String> files = new String(System.in.readAllBytes()).lines().toList();
    Map<String, Integer> distances = distances(project, files);
    List<SlowTest> near =
        SlowTest.readAll(project).stream()
            .filter(test -> distances.containsKey(test.module()))
            .sorted(
                Comparator.<SlowTest>comparingInt(test -> distances.get(test.module()))
                    .thenComparingInt(SlowTest::seconds))
            .toList();
    List<SlowTest> chosen = new ArrayList<>();
    List<SlowTest> left = new ArrayList<>();
    int seconds = 0;
    for (SlowTest test : near) {
      boolean fits = seconds + test.seconds() <= SECONDS;
      (fits ? chosen : left).add(test);
      seconds += fits ? test.seconds() : 0;
    }
    System.err.printf(
        "verify: %d slow tests of changed modules, left out for their time: %s%n",
        chosen.size(), left.isEmpty() ? "none" : classes(left, test -> true));
    if (!chosen.isEmpty()) {
      System.out.println(options(chosen));
    }
  }

  private static String options(List<SlowTest> chosen) {
    Set<String> modules =
        chosen.stream()
            .map(SlowTest::module)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return String.join(
        " ",
        "-pl " + String.join(",", modules) + " -am",
        "-Dexcluded.slow=none",
        "-Dgroups=slow",
        "-Dtest=" + classes(chosen, test -> !test.isIntegration()),
        "-Dit.test=" + classes(chosen, SlowTest::isIntegration),
        "-Dsurefire.failIfNoSpecifiedTests=false",
        "-Dfailsafe.failIfNoSpecifiedTests=false");
  }

  /** Without any class the plugins would run all of the group, so a name is given that none has. */
  private static String classes(
      List<SlowTest> tests, java.util.function.Predicate<SlowTest> wanted) {
    Set<String> names = new LinkedHashSet<>();
    tests.stream().filter(wanted).map(SlowTest::name).forEach(names::add);
    return names.isEmpty() ? "NoSuchClass" : String.join(",", names);
  }

  /** Returns how many dependencies away from a changed module each module is. */
  private static Map<String, Integer> distances(Path project, List<String> files) {
    Map<String, String> poms = poms(project);
    Map<String, Integer> distances = new LinkedHashMap<>();
    Deque<String> next = new ArrayDeque<>();
    for (String module : changed(poms.keySet(), files)) {
      distances.put(module, 0);
      next.add(module);
    }
    while (!next.isEmpty()) {
      String module = next.remove();
      String name = first(OWN_NAME, poms.get(module));
      for (Map.Entry<String, String> other : poms.entrySet()) {
        if (!distances.containsKey(other.getKey()) && dependsOn(other.getValue(), name)) {
          distances.put(other.getKey(), distances.get(module) + 1);
          next.add(other.getKey());
        }
      }
    }
    return distances;
  }

  /** The parent's pom is a change of every module. */
  private static Set<String> changed(Set<String> modules, List<String> files) {
    if (files.contains("pom.xml")) {
      return modules;
    }
    Set<String> changed = new HashSet<>();
    for (String module : modules) {
      if (files.stream().anyMatch(file -> file.startsWith(module + "/"))) {
        changed.add(module);
      }
    }
    return changed;
  }

  private static boolean dependsOn(String pom, String name) {
    return DEPENDENCY.matcher(pom).results().anyMatch(found -> found.group(1).equals(name));
  }

  private static Map<String, String> poms(Path project) {
    Map<String, String> poms = new LinkedHashMap<>();
    MODULE
        .matcher(read(project.resolve("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .forEach(module -> poms.put(module, read(project.resolve(module).resolve("pom.xml"))));
    return poms;
  }

  private static String first(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst().map(found -> found.group(1)).orElse("");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row of the table. */
  private record SlowTest(String module, String name, int seconds) {
    static List<SlowTest> readAll(Path project) {
      return ROW.matcher(read(project.resolve("docs/testing.md"))).results()
          .map(SlowTest::of)
          .toList();
    }

    private static SlowTest of(MatchResult row) {
      return new SlowTest(row.group(1), row.group(2), Integer.parseInt(row.group(3)));
    }

    boolean isIntegration() {
      return name.endsWith("IT");
    }
  }
}
