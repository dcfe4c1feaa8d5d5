package dev.goldenrod.spring;

import dev.goldenrod.junit.GoldenrodException;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Gives each test its clone where {@code goldenrod.per-test} says so; found by Spring's test
 * framework. The test's own methods before and after each, {@code @Sql} and the transaction of
 * {@code @Transactional} are all within the life of the clone.
 */
public final class GoldenrodTestExecutionListener extends AbstractTestExecutionListener {
  /** After a context that {@code @DirtiesContext} replaces, before transactions and scripts. */
  private static final int ORDER = 3500;

  private static final String HAS_CLONE = "goldenrod.hasClone";

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public void beforeTestMethod(TestContext test) {
    if (test.hasApplicationContext() && beginTest(test)) {
      test.setAttribute(HAS_CLONE, true);
    }
  }

  private static boolean beginTest(TestContext test) {
    try {
      return ContextClones.of(test.getApplicationContext())
          .filter(ContextClones::beginTest)
          .isPresent();
    } catch (GoldenrodException e) {
      throw new NoCloneException(e.getMessage());
    }
  }

  @Override
  public void afterTestMethod(TestContext test) {
    if (test.removeAttribute(HAS_CLONE) != null && test.hasApplicationContext()) {
      ContextClones.of(test.getApplicationContext()).ifPresent(ContextClones::endTest);
    }
  }
}
