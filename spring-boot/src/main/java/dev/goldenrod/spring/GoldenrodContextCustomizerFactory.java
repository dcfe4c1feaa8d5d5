package dev.goldenrod.spring;

import java.util.List;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;

/** Adds the clone support to every test context. Registered with Spring's test framework. */
public final class GoldenrodContextCustomizerFactory implements ContextCustomizerFactory {
  @Override
  public ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
    return new GoldenrodContextCustomizer();
  }
}
