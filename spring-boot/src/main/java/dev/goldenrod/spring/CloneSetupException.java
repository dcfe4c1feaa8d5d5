package dev.goldenrod.spring;

import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Thrown if an application context cannot start because it would have no clone. */
final class CloneSetupException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private static final String REPORT = "spring.test.print-condition-evaluation-report";

  private final String description;
  private final String action;

  CloneSetupException(String description, String action) {
    super(description + ". " + action);
    this.description = description;
    this.action = action;
  }

  CloneSetupException(String description, String action, Throwable cause) {
    this(description, action);
    initCause(cause);
  }

  /** Suppresses Spring Boot's condition evaluation report, which is irrelevant here. */
  void suppressConditionReport(ConfigurableEnvironment environment) {
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
