package dev.goldenrod.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the reason and remedy of a {@link CloneSetupException}. Registered in Spring Boot. */
final class CloneSetupFailureAnalyzer extends AbstractFailureAnalyzer<CloneSetupException> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, CloneSetupException refusal) {
    return new FailureAnalysis(refusal.description(), refusal.action(), refusal);
  }
}
