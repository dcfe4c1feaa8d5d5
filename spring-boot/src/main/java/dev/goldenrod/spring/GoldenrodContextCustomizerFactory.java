package dev.goldenrod.spring;

import dev.goldenrod.junit.Goldenrod;
import dev.goldenrod.junit.GoldenrodException;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.util.ClassUtils;

/** Adds the clone support to every test context. Registered with Spring's test framework. */
public final class GoldenrodContextCustomizerFactory implements ContextCustomizerFactory {
  @Override
  public ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
    return new Customizer();
  }

  /**
   * Gives each application context whose properties name a golden a clone, before any bean is
   * created. All instances are equal, so that Spring can cache contexts as usual.
   */
  private record Customizer() implements ContextCustomizer {
    private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration test) {
      try {
        GoldenrodProperties.of(context.getEnvironment())
            .ifPresent(properties -> customize(context, properties));
      } catch (CloneSetupException refusal) {
        refusal.suppressConditionReport(context.getEnvironment());
        throw refusal;
      }
    }

    private static void customize(
        ConfigurableApplicationContext context, GoldenrodProperties properties) {
      ConfigurableEnvironment environment = context.getEnvironment();
      ContextClones clones = clones(properties, environment);
      clones.closeWith(context);
      environment.getPropertySources().addFirst(clones.loginOfContext().properties(environment));
      DataSourceGuard guard = new DataSourceGuard(properties, context);
      context.getBeanFactory().addBeanPostProcessor(guard);
      context.addApplicationListener(guard);
      if (properties.perTest() && ClassUtils.isPresent(HIKARI, context.getClassLoader())) {
        context.getBeanFactory().addBeanPostProcessor(new ClonePools(clones));
      }
    }

    private static ContextClones clones(
        GoldenrodProperties properties, ConfigurableEnvironment environment) {
      try {
        Goldenrod goldenrod = Goldens.of(properties, environment);
        return new ContextClones(properties, () -> goldenrod.launch(properties.golden()));
      } catch (GoldenrodException | IllegalArgumentException e) {
        throw new CloneSetupException(
            "There is no clone of golden '%s': %s".formatted(properties.golden(), e.getMessage()),
            "Fix the problem, or remove goldenrod.golden from this test's properties",
            e);
      }
    }
  }
}
