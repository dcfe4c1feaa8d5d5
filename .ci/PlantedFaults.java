import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Plants one fault after the other, of those in {@code planted-faults.txt}, in a clone of the
 * checkout's last commit, and tells which test finds it: of the fault's module or of those that
 * depend on it, up to the first that fails.
 *
 * <p>Arguments: the checkout; {@code --all} for the tests with the tag {@code slow} and the modules
 * that only {@code ./verify --all} builds; numbers of faults, none for all. The exit status is the
 * number of faults that nothing found. Some minutes a fault.
 */
final class PlantedFaults {
  private static final Pattern FAILED =
      Pattern.compile("^\\[ERROR\\] (.+?) -- Time elapsed.*<<< (?:FAILURE|ERROR)!.*");
  private static final List<String> PACKAGING =
      List.of("generated-clients", "image", "distribution", "examples/junit", "examples/spring-boot");
  private static final List<String> TESTS =
      List.of("verify", "-amd", "-Dspotless.check.skip", "-Dsurefire.skipAfterFailureCount=1",
          "-Dfailsafe.skipAfterFailureCount=1");

  private final Path clone;
  private final boolean isAll;

  private PlantedFaults(Path clone, boolean isAll) {
    this.clone = clone;
    this.isAll = isAll;
  }

  /** A line of the file. */
  private record Fault(String file, String from, String to) {
    static Fault of(String line) {
      String[] parts = line.split(" \\|( |$)", 3);
      return new Fault(parts[0], parts[1], parts[2]);
    }

    String module() {
      return file.substring(0, file.indexOf("/src/"));
    }
  }

  /** How a run of Maven ended, and the tests that failed in it. */
  private record Result(boolean isRed, Set<String> failed) {
    String describe() {
      if (!isRed) {
        return "NOT FOUND";
      }
      return failed.isEmpty() ? "THE BUILD FAILED WITHOUT A TEST" : "found by " + failed;
    }

    boolean isFound() {
      return isRed && !failed.isEmpty();
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(arguments));
    Path project = Path.of(words.remove(0)).toAbsolutePath();
    boolean isAll = words.remove("--all");
    List<Fault> faults =
        Files.readAllLines(project.resolve(".ci/planted-faults.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(Fault::of)
            .toList();
    List<Integer> chosen =
        words.isEmpty()
            ? IntStream.rangeClosed(1, faults.size()).boxed().toList()
            : words.stream().map(Integer::valueOf).toList();
    Path folder = Files.createTempDirectory("planted");
    // Tests run what is built as another user, too.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path clone = folder.resolve("clone");
    run(project, List.of("git", "clone", "-q", project.toString(), clone.toString()));
    run(clone, List.of("mvn", "-q", "-B", "-ntp", "-T", "2", "install", "-DskipTests"));
    if (!isAll) {
      leaveOutPackaging(clone.resolve("pom.xml"));
    }
    PlantedFaults all = new PlantedFaults(clone, isAll);
    int missed = 0;
    for (int number : chosen) {
      Fault fault = faults.get(number - 1);
      long began = System.nanoTime();
      Result result = all.plant(fault);
      missed += result.isFound() ? 0 : 1;
      System.out.printf(
          "%d %s: %s, %d s%n",
          number, fault.file(), result.describe(), (System.nanoTime() - began) / 1_000_000_000);
    }
    System.out.printf("%d of %d faults found%n", chosen.size() - missed, chosen.size());
    System.exit(missed);
  }

  /** Maven refuses to leave out a module that does not depend on the chosen one. */
  private static void leaveOutPackaging(Path pom) throws IOException {
    String modules = Files.readString(pom);
    for (String module : PACKAGING) {
      // A comment keeps its name for the test that compares the modules with a table.
      modules =
          modules.replace(
              "<module>" + module + "</module>", "<!-- <module>" + module + "</module> -->");
    }
    Files.writeString(pom, modules);
  }

  private Result plant(Fault fault) throws IOException, InterruptedException {
    if (!isAll && PACKAGING.contains(fault.module())) {
      return new Result(false, Set.of());
    }
    Path file = clone.resolve(fault.file());
    String sound = Files.readString(file);
    int at = sound.indexOf(fault.from());
    if (at < 0 || sound.indexOf(fault.from(), at + 1) >= 0) {
      throw new IllegalStateException(fault.file() + " does not have once: " + fault.from());
    }
    Files.writeString(file, sound.replace(fault.from(), fault.to()));
    try {
      return run(clone, command(fault));
    } finally {
      Files.writeString(file, sound);
      run(clone, List.of("mvn", "-q", "-B", "-ntp", "clean", "-pl", fault.module()));
    }
  }

  private List<String> command(Fault fault) {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-pl"));
    command.add(fault.module());
    command.addAll(TESTS);
    if (isAll) {
      command.add("-Dexcluded.slow=none");
    }
    return command;
  }

  private static Result run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    Set<String> failed = new LinkedHashSet<>();
    try (BufferedReader lines = process.inputReader()) {
      lines
          .lines()
          .map(FAILED::matcher)
          .filter(Matcher::matches)
          .forEach(found -> failed.add(methodOf(found.group(1))));
    }
    return new Result(process.waitFor() != 0, failed);
  }

  /** The class and method of a test's full name, which may end with parameters. */
  private static String methodOf(String test) {
    return test.replaceAll("^(?:[\\w$]+\\.)*([\\w$]+\\.[\\w$]+).*", "$1");
  }
}
