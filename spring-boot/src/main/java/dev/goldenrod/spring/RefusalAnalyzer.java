package dev.goldenrod.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Has Spring Boot tell why there is no clone, and the way out; found by Spring Boot. */
final class RefusalAnalyzer extends AbstractFailureAnalyzer<Refusal> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, Refusal refusal) {
    return new FailureAnalysis(refusal.description(), refusal.action(), refusal);
  }
}
