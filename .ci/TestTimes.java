import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Prints where the time of a test run went: the slowest test classes, or with recordings a table of
 * all of them. Reads the reports of Surefire and Failsafe, and the recordings of JDK Flight Recorder
 * that {@code ./verify --times} asks of the Java machines of the tests.
 *
 * <p>Arguments: the checkout, a file that is older than the run's reports, and for the table the
 * folder of the recordings.
 */
final class TestTimes {
  private static final int SLOWEST = 10;

  private TestTimes() {}

  public static void main(String[] arguments) throws IOException {
    Path project = Path.of(arguments[0]);
    Instant began = Files.getLastModifiedTime(Path.of(arguments[1])).toInstant();
    List<TestClass> classes = TestClass.readAll(project, began);
    if (arguments.length == 2) {
      printSlowest(classes);
    } else {
      printTable(classes, Recording.readAll(Path.of(arguments[2])));
    }
  }

  private static void printSlowest(List<TestClass> classes) {
    String slowest =
        String.join(
            ", ",
            classes.stream()
                .limit(SLOWEST)
                .map(test -> "%s %.1f s".formatted(test.simpleName(), test.seconds()))
                .toList());
    System.out.println("slowest test classes: " + slowest);
  }

  private static void printTable(List<TestClass> classes, List<Recording> recordings) {
    System.out.println(
        "| Module | Class | Tests | Seconds | CPU of its Java machine | Java machines | initdb |"
            + " Engines | Other programs | Longest wait |");
    System.out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|---|");
    for (TestClass test : classes) {
      Optional<Recording> recording =
          recordings.stream().filter(candidate -> candidate.isOf(test)).findFirst();
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %d | %.1f | %s |%n",
          test.module(),
          test.simpleName(),
          test.tests(),
          test.seconds(),
          recording.map(found -> found.describe(test)).orElse("| | | | |"));
    }
    System.out.printf(
        Locale.ROOT,
        "%n%d test classes, %d tests, %.0f s in all Java machines together%n",
        classes.size(),
        classes.stream().mapToInt(TestClass::tests).sum(),
        classes.stream().mapToDouble(TestClass::seconds).sum());
  }

  /** A test class of the run, by its report. */
  private record TestClass(
      String module, String name, int tests, double seconds, Instant end, String fork) {

    /** Returns the classes with a report newer than that time, the slowest first. */
    static List<TestClass> readAll(Path project, Instant began) throws IOException {
      try (Stream<Path> files = Files.walk(project, 6)) {
        return files
            .filter(file -> file.toString().matches(".*/target/\\w+-reports/TEST-[^/]*\\.xml"))
            .filter(file -> lastModified(file).isAfter(began))
            .map(file -> read(project, file))
            .sorted(Comparator.comparingDouble(TestClass::seconds).reversed())
            .toList();
      }
    }

    private static TestClass read(Path project, Path file) {
      try {
        Element suite =
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
        Path module = project.relativize(file).getParent().getParent().getParent();
        return new TestClass(
            module.toString(),
            suite.getAttribute("name"),
            Integer.parseInt(suite.getAttribute("tests")),
            Double.parseDouble(suite.getAttribute("time").replace(",", "")),
            lastModified(file),
            property(suite, "goldenrod.fork") + property(suite, "basedir"));
      } catch (IOException | SAXException | ParserConfigurationException e) {
        throw new IllegalStateException("cannot read the report " + file, e);
      }
    }

    private static String property(Element suite, String name) {
      NodeList properties = suite.getElementsByTagName("property");
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        if (property.getAttribute("name").equals(name)) {
          return property.getAttribute("value");
        }
      }
      return "";
    }

    private static Instant lastModified(Path file) {
      try {
        return Files.getLastModifiedTime(file).toInstant();
      } catch (IOException e) {
        throw new IllegalStateException("cannot read " + file, e);
      }
    }

    String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }

    Instant begin() {
      return end.minusMillis(Math.round(seconds * 1000));
    }

    boolean isDuring(Instant time) {
      return !time.isBefore(begin()) && !time.isAfter(end);
    }
  }

  /** What one Java machine of the tests did. */
  private record Recording(String fork, List<Run> runs, List<Wait> waits, List<Load> loads) {
    static List<Recording> readAll(Path folder) throws IOException {
      List<Recording> all = new ArrayList<>();
      for (File file : folder.toFile().listFiles((parent, name) -> name.endsWith(".jfr"))) {
        all.add(read(file.toPath()));
      }
      return all;
    }

    private static Recording read(Path file) throws IOException {
      String fork = "";
      List<Run> runs = new ArrayList<>();
      List<Wait> waits = new ArrayList<>();
      List<Load> loads = new ArrayList<>();
      try (RecordingFile events = new RecordingFile(file)) {
        while (events.hasMoreEvents()) {
          RecordedEvent event = events.readEvent();
          switch (event.getEventType().getName()) {
            case "jdk.JVMInformation" -> fork = fork(event);
            case "jdk.ProcessStart" ->
                runs.add(new Run(event.getStartTime(), event.getString("command")));
            case "jdk.CPULoad" ->
                loads.add(
                    new Load(
                        event.getStartTime(),
                        event.getFloat("jvmUser") + event.getFloat("jvmSystem")));
            case "jdk.ThreadSleep", "jdk.ThreadPark", "jdk.JavaMonitorWait" -> {
              if (event.getThread() != null && "main".equals(event.getThread().getJavaName())) {
                waits.add(Wait.of(event));
              }
            }
            default -> {}
          }
        }
      }
      return new Recording(fork, runs, waits, loads);
    }

    /** Returns the number of the Java machine and its module, as the reports name them. */
    private static String fork(RecordedEvent event) {
      String number = event.getString("jvmArguments").replaceAll(".*-Dgoldenrod.fork=(\\d+).*", "$1");
      return number + event.getString("javaArguments").replaceAll("/target/surefire/.*", "");
    }

    boolean isOf(TestClass test) {
      return fork.equals(test.fork()) && loads.stream().anyMatch(load -> test.isDuring(load.at()));
    }

    String describe(TestClass test) {
      List<Run> during = runs.stream().filter(run -> test.isDuring(run.at())).toList();
      double cpu =
          loads.stream().filter(load -> test.isDuring(load.at())).mapToDouble(Load::share).sum()
              * Runtime.getRuntime().availableProcessors();
      String wait =
          waits.stream()
              .filter(candidate -> test.isDuring(candidate.at()))
              .max(Comparator.comparing(Wait::length))
              .map(Wait::toString)
              .orElse("");
      return "%.1f | %d | %d | %d | %d | %s"
          .formatted(
              cpu,
              count(during, Kind.JAVA),
              count(during, Kind.INITDB),
              count(during, Kind.ENGINE),
              count(during, Kind.OTHER),
              wait);
    }

    private static long count(List<Run> runs, Kind kind) {
      return runs.stream().filter(run -> Kind.of(run.command()) == kind).count();
    }
  }

  private record Run(Instant at, String command) {}

  private record Load(Instant at, double share) {}

  /** What a program is to a test run. */
  private enum Kind {
    JAVA,
    INITDB,
    ENGINE,
    OTHER;

    static Kind of(String command) {
      if (command.matches(".*/java .*")) {
        return JAVA;
      }
      if (command.matches(".*(initdb .*|mysqld .*--initialize.*)")
          && !command.contains("--sync-only")) {
        return INITDB;
      }
      if (command.matches(".*(/postgres .*-D|mysqld .*--defaults-file|mongod ).*")) {
        return ENGINE;
      }
      return OTHER;
    }
  }

  /** The test thread did nothing. */
  private record Wait(Instant at, Duration length, String where) {
    static Wait of(RecordedEvent event) {
      return new Wait(event.getStartTime(), event.getDuration(), caller(event));
    }

    private static String caller(RecordedEvent event) {
      if (event.getStackTrace() == null) {
        return "";
      }
      for (RecordedFrame frame : event.getStackTrace().getFrames()) {
        String type = frame.getMethod().getType().getName();
        if (type.startsWith("dev.goldenrod")) {
          return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethod().getName();
        }
      }
      return "";
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f s %s", length.toMillis() / 1000.0, where);
    }
  }
}
