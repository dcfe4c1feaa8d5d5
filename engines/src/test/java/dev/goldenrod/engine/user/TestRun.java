package dev.goldenrod.engine.user;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes in a separate JVM and prints failures. */
final class TestRun {
  private static final int FRAMES = 40;

  private TestRun() {}

  /** Runs the named classes. The exit code is 0 if there were tests and all of them passed. */
  public static void main(String[] classes) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    PrintWriter output = new PrintWriter(System.out, true);
    summary.printFailuresTo(output, FRAMES);
    output.println(
        "%d tests of %s passed, %d failed, %d were skipped"
            .formatted(
                summary.getTestsSucceededCount(),
                String.join(", ", classes),
                summary.getTotalFailureCount(),
                summary.getTestsSkippedCount() + summary.getTestsAbortedCount()));
    boolean passed =
        summary.getTotalFailureCount() == 0
            && summary.getTestsSucceededCount() > 0
            && summary.getTestsSucceededCount() == summary.getTestsFoundCount();
    // Threads of an unfinished test must not keep the process alive.
    System.exit(passed ? 0 : 1);
  }
}
