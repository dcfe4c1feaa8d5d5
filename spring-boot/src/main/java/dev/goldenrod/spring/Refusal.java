package dev.goldenrod.spring;

import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Refusal to start an application context without a clone. */
final class Refusal extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private static final String REPORT = "spring.test.print-condition-evaluation-report";

  private final String description;
  private final String action;

  Refusal(String description, String action) {
    super(description + ". " + action);
    this.description = description;
    this.action = action;
  }

  Refusal(String description, String action, Throwable cause) {
    this(description, action);
    initCause(cause);
  }

  /** Suppresses Spring Boot's condition evaluation report, which is irrelevant here. */
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
