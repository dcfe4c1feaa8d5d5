package dev.goldenrod.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A clone of a golden that {@link Goldenrod} was told of, as a parameter of a test, or of a method
 * before or after it. The parameter is a {@link javax.sql.DataSource}, a {@link String} with the
 * JDBC URL, user and password included, or {@link dev.goldenrod.instance.Credentials}. All
 * parameters of a test that name the same golden are of one clone, which is gone after the test;
 * those of {@code @BeforeAll} and {@code @AfterAll} are of the class's.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Clone {
  /** The golden's name; may be left out when there is one golden only. */
  String value() default "";

  /** Whether all tests of the class share the clone, which is gone after the last of them. */
  boolean shared() default false;
}
