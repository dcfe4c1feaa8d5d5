package dev.goldenrod.spring;

import dev.goldenrod.junit.GoldenrodException;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Gives each test a clone if {@code goldenrod.per-test} is set. {@code @BeforeEach} and
 * {@code @AfterEach} methods, {@code @Sql} and the transaction of {@code @Transactional} use the
 * same clone. Registered with Spring's test framework.
 */
public final class GoldenrodTestExecutionListener extends AbstractTestExecutionListener {
  /** After {@code @DirtiesContext} has replaced a context, and before transactions and scripts. */
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
