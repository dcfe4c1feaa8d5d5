package dev.goldenrod.engine.user;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The program that runs test classes in a Java machine of its own and prints what failed. */
final class TestRun {
  private static final int FRAMES = 40;

  private TestRun() {}

  /**
   * Runs the classes of those names. Ends with 0 when all their tests passed, and there were some.
   */
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
    // Threads of a test that did not end must not keep the program.
    System.exit(passed ? 0 : 1);
  }
}
