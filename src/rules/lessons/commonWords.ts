/** English words that carry no meaning on their own. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been being but by can could did do does for from had has have here how i ' +
    'if in into is it its may might more most of on once one only or other our over same shall should so ' +
    'some such than that the their them then there these they this those to too under up upon us very was ' +
    'we were what when where which who why will with would you your'
  ).split(' '),
);

/**
 * Words that tools print around every failure and that prove almost nothing. Includes the words of comparisons
 * (expected, received, …): two tests with unexpected values need not have anything else in common.
 */
export const TOOL_WORDS: ReadonlySet<string> = new Set(
  (
    'actual actually assert asserted assertion aborting build building but call called caller caused cause ' +
    'code command compile compilation compiled complete completed could command context details did diff ' +
    'due during encountered end equal equality equals error errors evaluating exception execute executed ' +
    'execution exit exited expect expected expecting fail failed failing fails failure fatal file files ' +
    'find following found function given goal got happened help info information instead invalid is line ' +
    'lines location main make message method more must name names note object occurred option options ' +
    'output panic parse please problem problems process project read reading reason received recovered ' +
    'report result results returned run running runtime script see snapshot source stack status step stop ' +
    'strict strictly suite summary symbol task terminated test testing tests thrown threw time toBe ' +
    'toEqual total trace traceback try type types unexpected unknown use used using value ' +
    'values variable version want warning warnings while wrong'
  )
    .split(' ')
    .map((word) => word.toLowerCase()),
);

/** Error classes that do not identify a failure. */
export const COMMON_ERRORS: ReadonlySet<string> = new Set(
  (
    'error exception typeerror valueerror runtimeerror syntaxerror referenceerror rangeerror assertionerror ' +
    'runtimeexception ioexception oserror keyerror nameerror attributeerror illegalstateexception ' +
    'illegalargumentexception assertionfailederror operationalerror programmingerror nullpointerexception ' +
    'standarderror argumenterror systemerror lookuperror err_assertion nullreferenceexception ' +
    'invalidoperationexception argumentexception sqlexception databaseerror unhandled'
  ).split(' '),
);

/** Names of missing values and basic types: unlike other names, they describe the failure. */
export const BASIC_NAMES: ReadonlySet<string> = new Set(
  (
    'undefined null none nil nan void never any unknown object string str number int integer float double ' +
    'bool boolean list dict array bytes char promise optional'
  ).split(' '),
);
