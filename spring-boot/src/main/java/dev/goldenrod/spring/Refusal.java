package dev.goldenrod.spring;

import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** No clone is given to an application context. */
final class Refusal extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private static final String REPORT = "spring.test.print-condition-evaluation-report";

  private final String description;
  private final String action;

  /** With what is wrong, and what to do about it. */
  Refusal(String description, String action) {
    super(description + ". " + action);
    this.description = description;
    this.action = action;
  }

  /** The same, because of that. */
  Refusal(String description, String action, Throwable cause) {
    this(description, action);
    initCause(cause);
  }

  /** Has Spring Boot print no report of conditions, which tell nothing of it. */
  void tellAlone(ConfigurableEnvironment environment) {
    environment
        .getPropertySources()
        .addFirst(new MapPropertySource("goldenrod refusal", Map.of(REPORT, false)));
  }

  String description() {
    return description;
  }

  String action() {
    return action;
  }
}
