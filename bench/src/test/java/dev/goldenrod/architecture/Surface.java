package dev.goldenrod.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;

/**
 * What embedders compile against in the libraries that are no modules of Java: their names would
 * have to be on the compile path of embedders too (decision 16). The core's surface is what its
 * module exports.
 */
final class Surface {
  static final String[] ADAPTERS = {
    "dev.goldenrod.storage.jdbi",
    "dev.goldenrod.dataplane.local",
    "dev.goldenrod.dataplane.local.options",
    "dev.goldenrod.dataplane.k8s",
    "dev.goldenrod.dataplane.k8s.options",
    "dev.goldenrod.http",
    "dev.goldenrod.junit",
    "dev.goldenrod.spring"
  };

  /** What authors of adapters extend in their tests. */
  static final String[] KITS = {
    "dev.goldenrod.testkit.store",
    "dev.goldenrod.testkit.dataplane",
    "dev.goldenrod.testkit.control",
    "dev.goldenrod.http.testkit"
  };

  /** What programs ask servers with: a module of Java, as the core is. */
  static final String[] CLIENT = {"dev.goldenrod.client"};

  /** Values that embedders are given, or give back, and whose classes are not for them. */
  private static final String[] VALUES = {
    "dev.goldenrod.dataplane.local.engine",
    "dev.goldenrod.dataplane.local.secret",
    "dev.goldenrod.dataplane.k8s.template"
  };

  /** A caller of such a method compiles against these anyway. */
  private static final String[] OF_THE_CALLER = {
    "java..", "javax.sql..", "jakarta.servlet..", "io.javalin.config..", "org.junit.jupiter.api.."
  };

  static final DescribedPredicate<JavaClass> OF_ADAPTERS =
      resideInAnyPackage(ADAPTERS)
          .and(modifier(JavaModifier.PUBLIC))
          .as("what embedders see of adapters");

  private static final DescribedPredicate<JavaClass> NAMEABLE =
      resideInAnyPackage(ADAPTERS)
          .or(resideInAnyPackage(VALUES))
          .or(resideInAnyPackage(OF_THE_CALLER))
          .or(resideInAnyPackage(CoreModule.exports()));

  private Surface() {}

  /** Neither a library that embedders do not have, nor a package that may change at any time. */
  static ArchCondition<JavaClass> nameNothingElse() {
    return new ArchCondition<>("name nothing else in their signatures") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        type.getMembers().stream().filter(Surface::isSeen).forEach(seen -> check(seen, events));
      }

      private void check(JavaMember member, ConditionEvents events) {
        named(member)
            .map(JavaClass::getBaseComponentType)
            .filter(named -> !named.isPrimitive() && !NAMEABLE.test(named))
            .map(named -> member.getFullName() + " names " + named.getFullName())
            .forEach(problem -> events.add(SimpleConditionEvent.violated(member, problem)));
      }
    };
  }

  private static boolean isSeen(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> named(JavaMember member) {
    return member instanceof JavaCodeUnit code
        ? Stream.concat(code.getRawParameterTypes().stream(), Stream.of(code.getRawReturnType()))
        : member.getAllInvolvedRawTypes().stream();
  }
}
