import type { CalibrationTriple } from './calibrate';

/**
 * Requests between developers, each with a paraphrase and with a different request about the same
 * matter. Each triple has its own matter.
 */
export const REQUEST_TRIPLES: readonly CalibrationTriple[] = [
  [
    'Have a look at how we store sessions and tell me whether it is secure.',
    'Is our way of keeping sessions safe? Please give it a review.',
    'After how many minutes should somebody who is idle have to sign in once more?',
  ],
  [
    'Which tests cover the upload of pictures?',
    'Tell me what tests there are for uploading images.',
    'How large may pictures be that users send us?',
  ],
  [
    'The invoice totals come out a cent too high, please find the cause.',
    'Please find out where the extra cent in the sums of our invoices comes from.',
    'Which department wants a copy of each invoice, and in what format?',
  ],
  [
    'Does anybody still use the old export?',
    'Is there any caller left of the legacy export?',
    'Please show me what an exported sheet looks like.',
  ],
  [
    'Please speed up the start page, it takes ages.',
    'The landing page loads far too slowly; make it faster please.',
    'Somebody complained about the colours of the landing page. Any opinion?',
  ],
  [
    'Which version of the payment interface do we talk to?',
    'What release of the payments API are we on?',
    'What happens to a payment that the bank takes back?',
  ],
  [
    'Write tests for parsing dates with time zones.',
    'I need test coverage of time zone handling in the date parser.',
    'Holidays differ between regions: which calendar do we follow?',
  ],
  [
    'How do I start the server locally?',
    'What is the way to run the backend on my machine?',
    'Where does the server write its access log?',
  ],
  [
    'Has anyone found out what eats the memory of the worker?',
    'The memory that the worker takes never stops growing, why?',
    'How many jobs does a worker take at a time?',
  ],
  [
    'Can you approve the migration of the users table?',
    'I am waiting for your approval of the schema change to users.',
    'Who may see the users table in the archive?',
  ],
  [
    'What does the customer want exactly?',
    'Please clarify the requirements of the client.',
    'By when did we promise the customer a first version?',
  ],
  [
    'Where do we read the settings from?',
    'In what place is the configuration loaded?',
    'Which of the settings may be changed at run time?',
  ],
  [
    'Why is the chart in the monthly report empty?',
    'Nothing is drawn in the graph of the report for the month; what may be the reason?',
    'Who gets the monthly report, and on which day?',
  ],
  [
    'Are you happy with my wording of the privacy notice?',
    'What do you think of the text about privacy that I have written?',
    'How long does the law let us keep personal data?',
  ],
  [
    'Is it a mistake that the search ignores accents?',
    'Should searching really treat letters with accents like those without?',
    'Has the search index ever been larger than the tables?',
  ],
  [
    'How long does it take us to move to the new router?',
    'What effort would switching over to the new routing library be?',
    'Which of the routes may be visited by guests?',
  ],
  [
    'Have you an idea why our mails end up in the spam folder?',
    'What we send lands in junk mail, and nobody knows the cause.',
    'Which address should the newsletter come from?',
  ],
  [
    'What are the steps to reproduce the crash on start?',
    'How did you make the application crash at launch?',
    'Since which release does it start in less than a second?',
  ],
  [
    'Is it all right to merge this before the freeze?',
    'May I still bring my branch in ahead of the code freeze?',
    'How many days does the freeze last this time?',
  ],
  [
    'Where could I get sample data for the demonstration on Friday?',
    'Who has some example records that we can show on Friday?',
    'Which room is booked for the demonstration?',
  ],
];
