package dev.goldenrod.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the reason of a refusal and the remedy. Registered with Spring Boot. */
final class RefusalAnalyzer extends AbstractFailureAnalyzer<Refusal> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, Refusal refusal) {
    return new FailureAnalysis(refusal.description(), refusal.action(), refusal);
  }
}
