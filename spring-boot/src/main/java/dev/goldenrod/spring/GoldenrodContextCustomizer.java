package dev.goldenrod.spring;

import dev.goldenrod.junit.Goldenrod;
import dev.goldenrod.junit.GoldenrodException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.util.ClassUtils;

/**
 * Gives an application context whose properties name a golden a clone of it, before anything else
 * is made in it. All are equal, so it splits no context of Spring's cache in two.
 */
record GoldenrodContextCustomizer() implements ContextCustomizer {
  private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration test) {
    GoldenrodProperties.of(context.getEnvironment())
        .ifPresent(properties -> customize(context, properties));
  }

  private static void customize(
      ConfigurableApplicationContext context, GoldenrodProperties properties) {
    ConfigurableEnvironment environment = context.getEnvironment();
    ContextClones clones = clones(properties, environment);
    clones.closeWith(context);
    environment
        .getPropertySources()
        .addFirst(CloneProperties.of(environment, clones.loginOfContext()));
    if (ClassUtils.isPresent(HIKARI, context.getClassLoader())) {
      ClonePools pools = new ClonePools(clones);
      context.getBeanFactory().addBeanPostProcessor(pools);
      context.addApplicationListener(pools);
    }
  }

  private static ContextClones clones(
      GoldenrodProperties properties, ConfigurableEnvironment environment) {
    try {
      Goldenrod goldenrod = Goldens.of(properties, environment);
      return new ContextClones(properties, () -> goldenrod.launch(properties.golden()));
    } catch (GoldenrodException | IllegalArgumentException e) {
      throw new Refusal(
          "There is no clone of golden '%s': %s".formatted(properties.golden(), e.getMessage()),
          "Change what the message names, or leave goldenrod.golden out of this test's properties",
          e);
    }
  }
}
