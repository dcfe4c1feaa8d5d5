package dev.goldenrod.docs;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the dashboard and the alerts use existing metrics, and alerts are explained. */
class MonitoringExamplesTest {
  private static final Pattern METRIC = Pattern.compile("goldenrod_[a-z_]+");
  private static final Pattern LISTED =
      Pattern.compile("^\\| `(goldenrod_\\w+)` \\|", Pattern.MULTILINE);
  private static final Pattern ALERT = Pattern.compile("alert: (\\w+)");
  private static final Pattern TESTED = Pattern.compile("alertname: (\\w+)");
  private static final Pattern EXPLAINED =
      Pattern.compile("^\\| `(Goldenrod\\w+)` \\|", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(strings = {"alerts.yaml", "alerts-test.yaml", "dashboard.json"})
  void each_metric_is_one_of_the_page(String file) {
    Set<String> listed = names(Page.of("docs/metrics.md"), LISTED, 1);

    assertThat(names(example(file), METRIC, 0))
        .isNotEmpty()
        .allSatisfy(
            name -> assertThat(listed).contains(name.replaceFirst("_(bucket|sum|count)$", "")));
  }

  @Test
  void the_dashboard_shows_every_metric() {
    Set<String> shown =
        names(example("dashboard.json"), METRIC, 0).stream()
            .map(name -> name.replaceFirst("_(bucket|sum|count)$", ""))
            .collect(toCollection(TreeSet::new));

    assertThat(shown).isEqualTo(names(Page.of("docs/metrics.md"), LISTED, 1));
  }

  @Test
  void each_alert_is_tested_and_has_its_way_out() {
    Set<String> alerts = names(example("alerts.yaml"), ALERT, 1);

    assertThat(names(example("alerts-test.yaml"), TESTED, 1)).isEqualTo(alerts);
    assertThat(names(Page.of("docs/operations.md"), EXPLAINED, 1)).isEqualTo(alerts);
  }

  private static Page example(String file) {
    return Page.of("examples/monitoring/" + file);
  }

  private static Set<String> names(Page page, Pattern pattern, int group) {
    Stream<MatchResult> found = page.find(pattern).stream();
    return found.map(match -> match.group(group)).collect(toCollection(TreeSet::new));
  }
}
